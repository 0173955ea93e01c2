-- Every process keeps sessions in mind for a few seconds (server/src/auth/known-sessions.ts). It forgets them at once where
-- one ends or changes, or its person does: by our own calls, by better-auth's, by `npm run admin`, by the account's removal.
CREATE FUNCTION "tell_session_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	perform pg_notify('espalier_sessions', (to_jsonb(old) ->> tg_argv[0]));
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "sessions_changed" AFTER UPDATE OR DELETE ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION tell_session_change('user_id');--> statement-breakpoint
CREATE TRIGGER "users_changed" AFTER UPDATE OR DELETE ON "users"
	FOR EACH ROW EXECUTE FUNCTION tell_session_change('id');
