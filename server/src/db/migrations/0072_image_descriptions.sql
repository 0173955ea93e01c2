CREATE TABLE "language_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"holds" uuid[] NOT NULL,
	"idempotency_key" text,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "description_requests" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_id" uuid,
	"language" text NOT NULL,
	"price" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_descriptions" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"search_text" text NOT NULL,
	"language" text,
	"language_model" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "use_id" uuid;--> statement-breakpoint
ALTER TABLE "prompt_search" ADD COLUMN "described" text;--> statement-breakpoint
ALTER TABLE "language_calls" ADD CONSTRAINT "language_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "description_requests" ADD CONSTRAINT "description_requests_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "description_requests" ADD CONSTRAINT "description_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_descriptions" ADD CONSTRAINT "image_descriptions_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_descriptions" ADD CONSTRAINT "image_descriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "language_calls_user" ON "language_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "language_calls_leases" ON "language_calls" USING btree ("lease_until");--> statement-breakpoint
CREATE INDEX "description_requests_waiting" ON "description_requests" USING btree ("user_id","run_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "description_requests_user" ON "description_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "description_requests_failed" ON "description_requests" USING btree ("created_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "image_descriptions_user" ON "image_descriptions" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id.
DO $$
declare
	owned text;
begin
	foreach owned in array array['description_requests', 'image_descriptions', 'language_calls'] loop
		execute format('alter table %I enable row level security', owned);
		execute format('alter table %I force row level security', owned);
		execute format('create policy own_rows on %I using (
			(case when (select nullif(current_setting(''espalier.user_id'', true), '''')::uuid) <> user_id then null else true end) is not null)', owned);
	end loop;
end $$;
