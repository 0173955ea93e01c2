CREATE TABLE "assistant_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"request" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"state" text DEFAULT 'working' NOT NULL,
	"reason" text,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"messages" jsonb NOT NULL,
	"pending" jsonb,
	"effects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"has_gone" boolean DEFAULT false NOT NULL,
	"model" text NOT NULL,
	"model_of" text NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	"worker" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "language_models" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"base_url" text,
	"model" text NOT NULL,
	"sealed" "bytea",
	"last_four" text,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "kind" text DEFAULT 'program' NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_runs" ADD CONSTRAINT "assistant_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_runs" ADD CONSTRAINT "assistant_runs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_models" ADD CONSTRAINT "language_models_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_runs_project" ON "assistant_runs" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_runs_user" ON "assistant_runs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_runs_working" ON "assistant_runs" USING btree ("project_id") WHERE state = 'working';--> statement-breakpoint
CREATE INDEX "assistant_runs_leases" ON "assistant_runs" USING btree ("lease_until") WHERE state = 'working';--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id; a token of one project sees runs of that one alone.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(%L, true), '''')::uuid) <> %s then null else true end) is not null';
	bound text;
begin
	foreach bound in array array['assistant_runs', 'language_models'] loop
		execute format('alter table %I enable row level security', bound);
		execute format('alter table %I force row level security', bound);
		execute format('create policy own_rows on %I using (%s)', bound, format(rule, 'espalier.user_id', 'user_id'));
	end loop;
	execute format('create policy one_project on assistant_runs as restrictive using (%s)', format(rule, 'espalier.project_id', 'project_id'));
end $$;
