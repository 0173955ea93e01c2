ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
-- A deleted account keeps its row until all others are removed. Nothing lets in through it meanwhile: a sign-in or a new token that was
-- under way is refused as it was when the row was gone. The lock waits for a deletion that has not been committed yet. After the
-- insert, as a foreign key is checked: row-level security comes first.
CREATE FUNCTION "refuse_deleted_account"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	perform 1 from users where id = new.user_id and deleted_at is null for key share;
	if not found then
		raise exception 'The account is deleted.' using errcode = 'foreign_key_violation';
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "sessions_of_accounts" AFTER INSERT ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();--> statement-breakpoint
CREATE TRIGGER "api_tokens_of_accounts" AFTER INSERT ON "api_tokens"
	FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();--> statement-breakpoint
-- As before, with entries of a deleted account: they go in batches, before its row.
CREATE OR REPLACE FUNCTION "credit_entry_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'UPDATE' or exists (select 1 from users where id = old.user_id and deleted_at is null) then
		raise exception 'Entries of the ledger are never changed.';
	end if;
	return old;
end $$;
