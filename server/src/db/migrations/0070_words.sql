CREATE TABLE "named_references" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reference_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"reference_id" uuid NOT NULL,
	"image_ids" jsonb NOT NULL,
	"upload_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_prompts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"text" text NOT NULL,
	"tags" jsonb NOT NULL,
	"model" text,
	"settings" jsonb,
	"used_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "word_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"words" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generated_images" ADD COLUMN "drawn_prompt" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "written_prompt" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "improved_from" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "named_references" jsonb;--> statement-breakpoint
ALTER TABLE "named_references" ADD CONSTRAINT "named_references_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference_versions" ADD CONSTRAINT "reference_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference_versions" ADD CONSTRAINT "reference_versions_reference_id_named_references_id_fk" FOREIGN KEY ("reference_id") REFERENCES "public"."named_references"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "word_lists" ADD CONSTRAINT "word_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "named_references_name" ON "named_references" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE INDEX "reference_versions_reference" ON "reference_versions" USING btree ("reference_id","created_at");--> statement-breakpoint
CREATE INDEX "reference_versions_user" ON "reference_versions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_prompts_name" ON "saved_prompts" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE INDEX "saved_prompts_user" ON "saved_prompts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "word_lists_name" ON "word_lists" USING btree ("user_id","name_key");--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id.
DO $$
declare
	owned text;
begin
	foreach owned in array array['named_references', 'reference_versions', 'saved_prompts', 'word_lists'] loop
		execute format('alter table %I enable row level security', owned);
		execute format('alter table %I force row level security', owned);
		execute format('create policy own_rows on %I using (
			(case when (select nullif(current_setting(''espalier.user_id'', true), '''')::uuid) <> user_id then null else true end) is not null)', owned);
	end loop;
end $$;
