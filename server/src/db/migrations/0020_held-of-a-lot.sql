ALTER TABLE "credit_lots" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- As before, with what is held: a hold adds to it, and what ends the hold takes it away again.
CREATE OR REPLACE FUNCTION "credit_entry_written"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update credit_lots set remaining = remaining + new.amount,
		granted = granted + case when new.kind = 'grant' then new.amount else 0 end,
		held = held - case
			when new.kind = 'hold' then new.amount
			when new.closes is not null then -(select amount from credit_entries where id = new.closes)
			else 0 end
	where id = new.lot_id;
	return null;
end $$;--> statement-breakpoint
UPDATE "credit_lots" SET "held" = open.held FROM (
	select lot_id, -sum(amount) as held from credit_entries holds where kind = 'hold'
		and not exists (select 1 from credit_entries ends where ends.closes = holds.id)
	group by lot_id
) open WHERE open.lot_id = "credit_lots".id;--> statement-breakpoint
CREATE INDEX "credit_lots_held" ON "credit_lots" USING btree ("user_id") WHERE held > 0;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_held_balance" CHECK (held >= 0);