CREATE TABLE "spending" (
	"spender_id" uuid NOT NULL,
	"month" date NOT NULL,
	"user_id" uuid NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "spending_spender_id_month_pk" PRIMARY KEY("spender_id","month"),
	CONSTRAINT "spending_balance" CHECK (spent >= 0)
);
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"served_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "webhook_deliveries_due";--> statement-breakpoint
ALTER TABLE "spending" ADD CONSTRAINT "spending_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spending_user" ON "spending" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attempt_counts_ends" ON "attempt_counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "api_tokens_images_project" ON "api_tokens" USING btree ("images_project_id") WHERE images_project_id is not null;--> statement-breakpoint
CREATE INDEX "local_model_installations_licence" ON "local_model_installations" USING btree ("licence_accepted_by");--> statement-breakpoint
CREATE INDEX "oauth_codes_client" ON "oauth_codes" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_token" ON "oauth_codes" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "project_canvas_state_user" ON "project_canvas_state" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "series_user" ON "series" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "series_steps_user" ON "series_steps" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("user_id","run_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("created_at") WHERE state <> 'waiting';
--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(%L, true), '''')::uuid) <> %s then null else true end) is not null';
	name text;
begin
	foreach name in array array['spending', 'job_turns'] loop
		execute format('alter table %I enable row level security', name);
		execute format('alter table %I force row level security', name);
		execute format('create policy own_rows on %I using (%s)', name, format(rule, 'espalier.user_id', 'user_id'));
	end loop;
end $$;
--> statement-breakpoint
-- No entry is written between the sums below and the trigger that goes on from them.
LOCK TABLE "credit_entries" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- As before, with what tokens and purses have spent: a hold counts in its month, and its release takes it away from the same month.
CREATE OR REPLACE FUNCTION "credit_entry_written"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update credit_lots set remaining = remaining + new.amount,
		granted = granted + case when new.kind = 'grant' then new.amount else 0 end,
		held = held - case
			when new.kind = 'hold' then new.amount
			when new.closes is not null then -(select amount from credit_entries where id = new.closes)
			else 0 end
	where id = new.lot_id;
	if new.kind = 'hold' and (new.token_id is not null or new.purse_id is not null) then
		insert into spending (spender_id, month, user_id, spent)
		select spender, date_trunc('month', new.created_at at time zone 'utc')::date, new.user_id, -new.amount
		from unnest(array[new.token_id, new.purse_id]) spender where spender is not null
		on conflict (spender_id, month) do update set spent = spending.spent + excluded.spent;
	elsif new.kind = 'release' then
		update spending set spent = spent + hold.amount
		from credit_entries hold
		where hold.id = new.closes and spending.spender_id in (hold.token_id, hold.purse_id)
			and spending.month = date_trunc('month', hold.created_at at time zone 'utc')::date;
	end if;
	return null;
end $$;--> statement-breakpoint
INSERT INTO "spending" ("spender_id", "month", "user_id", "spent")
	select spender, date_trunc('month', hold.created_at at time zone 'utc')::date, hold.user_id, -sum(hold.amount)
	from credit_entries hold cross join lateral unnest(array[hold.token_id, hold.purse_id]) spender
	where hold.kind = 'hold' and spender is not null
		and not exists (select 1 from credit_entries ending where ending.closes = hold.id and ending.kind = 'release')
	group by 1, 2, 3;--> statement-breakpoint
-- Until now the first account was the operator by its age. From here on it is written down.
UPDATE "users" SET "is_operator" = true
	WHERE "id" = (select id from users where not is_guest order by created_at, id limit 1);--> statement-breakpoint
CREATE FUNCTION "name_first_operator"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	-- Accounts are made in the scope of the system: in that of a user the others would not be seen.
	if new.is_guest or nullif(current_setting('espalier.user_id', true), '') is not null
		or exists (select 1 from users where not is_guest and id <> new.id) then
		return new;
	end if;
	-- Of two first accounts at once the second waits here, and sees the other (db/advisory-locks.ts: operators).
	perform pg_advisory_xact_lock(7253005);
	if not exists (select 1 from users where not is_guest and id <> new.id) then
		new.is_operator := true;
	end if;
	return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "users_first_operator" BEFORE INSERT OR UPDATE OF "is_guest" ON "users"
	FOR EACH ROW EXECUTE FUNCTION name_first_operator();
