CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"from_plan" text,
	"to_plan" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"generation_id" uuid,
	"image_id" uuid,
	"closes" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_lots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"period" text NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL,
	"remaining" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_lots_balance" CHECK (remaining >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"keeper" text NOT NULL,
	"status" text NOT NULL,
	"next_plan" text,
	"period_end" timestamp (3) with time zone,
	"customer_id" text,
	"subscription_id" text,
	"stated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_closes_credit_entries_id_fk" FOREIGN KEY ("closes") REFERENCES "public"."credit_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_user" ON "billing_events" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "credit_entries_lot" ON "credit_entries" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "credit_entries_image" ON "credit_entries" USING btree ("image_id") WHERE kind = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_closes" ON "credit_entries" USING btree ("closes") WHERE closes is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lots_period" ON "credit_lots" USING btree ("user_id","source","period");--> statement-breakpoint
CREATE INDEX "credit_lots_open" ON "credit_lots" USING btree ("user_id") WHERE remaining > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("customer_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_period" ON "subscriptions" USING btree ("period_end") WHERE next_plan is not null;--> statement-breakpoint
-- A lot's sums are those of its entries: nothing else writes them.
CREATE FUNCTION "credit_entry_written"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update credit_lots set remaining = remaining + new.amount,
		granted = granted + case when new.kind = 'grant' then new.amount else 0 end
	where id = new.lot_id;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "credit_entry_written" AFTER INSERT ON "credit_entries" FOR EACH ROW EXECUTE FUNCTION "credit_entry_written"();
--> statement-breakpoint
-- Entries go only with their account, which is gone by the time its rows follow.
CREATE FUNCTION "credit_entry_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'UPDATE' or exists (select 1 from users where id = old.user_id) then
		raise exception 'Entries of the ledger are never changed.';
	end if;
	return old;
end $$;
--> statement-breakpoint
CREATE TRIGGER "credit_entry_kept" BEFORE UPDATE OR DELETE ON "credit_entries" FOR EACH ROW EXECUTE FUNCTION "credit_entry_kept"();
