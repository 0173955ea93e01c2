CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"project_id" uuid,
	"budget" integer,
	"budget_per" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "token_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "project_id" uuid DEFAULT nullif(current_setting('espalier.project_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_tokens_project" ON "api_tokens" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "credit_entries_token" ON "credit_entries" USING btree ("token_id","created_at") WHERE token_id is not null;--> statement-breakpoint
CREATE INDEX "generations_made_by" ON "generations" USING btree ("made_by","created_at") WHERE made_by is not null;--> statement-breakpoint
-- The row-level security of migration 0019, for the new table with a user's id; and a second rule for tokens of one project: where
-- the scope names a project (server/src/db/scoped-query.ts), rows of other projects are neither seen nor changed. Images and their
-- feedback have no column for it: every statement of a user joins them to their generations.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(%L, true), '''')::uuid) <> %s then null else true end) is not null';
	bound record;
begin
	alter table api_tokens enable row level security;
	alter table api_tokens force row level security;
	execute format('create policy own_rows on api_tokens using (%s)', format(rule, 'espalier.user_id', 'user_id'));
	for bound in
		select name, 'project_id' as project from unnest(array['generations', 'frames', 'notes', 'branch_caps', 'card_history',
			'thumbnail_sheets', 'project_canvas_state', 'series', 'shares', 'share_comments', 'share_likes']) name
		union all select 'projects', 'id'
		union all select 'uploads', 'coalesce(project_id, ''00000000-0000-0000-0000-000000000000'')'
	loop
		execute format('create policy one_project on %I as restrictive using (%s)', bound.name, format(rule, 'espalier.project_id', bound.project));
	end loop;
end $$;
--> statement-breakpoint
-- Every process keeps tokens in mind for a few seconds, as it does sessions (migration 0014). A use of a token is no change of it.
CREATE TRIGGER "api_tokens_changed" AFTER DELETE OR UPDATE OF "revoked_at", "expires_at", "scopes", "project_id", "budget", "budget_per" ON "api_tokens"
	FOR EACH ROW EXECUTE FUNCTION tell_session_change('user_id');
