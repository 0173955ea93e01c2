CREATE TABLE "comfy_workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"graph" jsonb NOT NULL,
	"places" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"testing_until" timestamp (3) with time zone,
	"worked_at" timestamp (3) with time zone,
	"seconds" real,
	"shown_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "comfy_workflows" ADD CONSTRAINT "comfy_workflows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comfy_workflows_user" ON "comfy_workflows" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new table with a user's id. What the operator added is no person's.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(''espalier.user_id'', true), '''')::uuid) <> coalesce(user_id, ''00000000-0000-0000-0000-000000000000'') then null else true end) is not null';
begin
	alter table comfy_workflows enable row level security;
	alter table comfy_workflows force row level security;
	execute format('create policy own_rows on comfy_workflows using (%s)', rule);
end $$;
