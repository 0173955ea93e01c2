CREATE TABLE "purse_steps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purse_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"why" text,
	"generation_id" uuid NOT NULL,
	"effects" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"most" integer NOT NULL,
	"missing" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "purses_most" CHECK (most >= 0)
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "purse_id" uuid;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "purse_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "purse_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "why" text;--> statement-breakpoint
ALTER TABLE "purse_steps" ADD CONSTRAINT "purse_steps_purse_id_purses_id_fk" FOREIGN KEY ("purse_id") REFERENCES "public"."purses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purse_steps" ADD CONSTRAINT "purse_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purse_steps" ADD CONSTRAINT "purse_steps_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purses" ADD CONSTRAINT "purses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purses" ADD CONSTRAINT "purses_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purse_steps_purse" ON "purse_steps" USING btree ("purse_id","created_at","id");--> statement-breakpoint
CREATE INDEX "purse_steps_project" ON "purse_steps" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "purse_steps_user" ON "purse_steps" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "purses_project" ON "purses" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "purses_user" ON "purses" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_purse_id_purses_id_fk" FOREIGN KEY ("purse_id") REFERENCES "public"."purses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_purse" ON "api_tokens" USING btree ("purse_id");--> statement-breakpoint
CREATE INDEX "credit_entries_purse" ON "credit_entries" USING btree ("purse_id") WHERE purse_id is not null;--> statement-breakpoint
CREATE INDEX "generations_place" ON "generations" USING btree ("project_id","canvas_x","canvas_y","user_id") WHERE deleted_at is null;--> statement-breakpoint
-- The row-level security of migrations 0019 and 0036 for the new tables: rows of their user, and of the one project that a scope names.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(%L, true), '''')::uuid) <> %s then null else true end) is not null';
	name text;
begin
	foreach name in array array['purses', 'purse_steps'] loop
		execute format('alter table %I enable row level security', name);
		execute format('alter table %I force row level security', name);
		execute format('create policy own_rows on %I using (%s)', name, format(rule, 'espalier.user_id', 'user_id'));
		execute format('create policy one_project on %I as restrictive using (%s)', name, format(rule, 'espalier.project_id', 'project_id'));
	end loop;
end $$;
