-- With the person's id in it, cards are counted from the index alone, as before: what the wall asks of a row stands there.
DROP INDEX "generations_project";--> statement-breakpoint
CREATE INDEX "generations_project" ON "generations" USING btree ("project_id","created_at","id","deleted_at","user_id");--> statement-breakpoint
-- A second wall under the owner checks: where a person's id is set (server/src/db/person-query.ts), rows of others are neither seen
-- nor changed; where none is (workers, sweeps, migrations, psql), every row is. The owner of the tables is walled as well, since
-- the embedded PostgreSQL is served by it; only a superuser passes.
--
-- The rule reads the setting once for a statement. It is written as `… is not null` because PostgreSQL can't know how many rows
-- an expression keeps: of `user_id = …` it assumes few, and then plans a long list as if it were a short one; of `is not null`, nearly all.
-- A new table with a person's id gets the same (server/src/db/row-security.http.test.ts asks for it).
DO $$
declare
	person constant text := '(select nullif(current_setting(''espalier.user_id'', true), '''')::uuid)';
	walled record;
	rule text;
begin
	for walled in
		select name, 'user_id' as owner from unnest(array['accounts', 'applied_changes', 'audit_log', 'board_cards', 'branch_caps',
			'card_history', 'credit_entries', 'credit_lots', 'events', 'generated_images', 'generations', 'idempotency_keys',
			'image_feedback', 'jobs', 'model_keys', 'project_canvas_state', 'projects', 'prompt_search', 'series', 'series_steps',
			'sessions', 'share_comments', 'share_likes', 'share_visitors', 'shares', 'style_pins', 'styles', 'subscriptions',
			'thumbnail_sheets', 'uploads']) name
		union all select name, 'id' from unnest(array['profiles', 'users']) name
		-- An event of a plan may be nobody's: then it is no person's either.
		union all select 'billing_events', 'coalesce(user_id, ''00000000-0000-0000-0000-000000000000'')'
	loop
		rule := format('(case when %s <> %s then null else true end) is not null', person, walled.owner);
		execute format('alter table %I enable row level security', walled.name);
		execute format('alter table %I force row level security', walled.name);
		-- What is searched by the keys of words needs their index, and `@>` may not look at rows before the wall has: its rows are
		-- joined to those of generations, and changed by their owner alone.
		if walled.name = 'prompt_search' then
			execute format('create policy own_rows_seen on %I for select using (true)', walled.name);
			execute format('create policy own_rows_added on %I for insert with check (%s)', walled.name, rule);
			execute format('create policy own_rows_changed on %I for update using (%s)', walled.name, rule);
			execute format('create policy own_rows_removed on %I for delete using (%s)', walled.name, rule);
		else
			execute format('create policy own_rows on %I using (%s)', walled.name, rule);
		end if;
	end loop;
end $$;
