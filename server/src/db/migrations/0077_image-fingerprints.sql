CREATE TABLE "image_fingerprints" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"width" smallint NOT NULL,
	"height" smallint NOT NULL,
	"descriptors" integer[] NOT NULL,
	"positions" smallint[] NOT NULL,
	"lightness" "bytea" NOT NULL,
	"color_layout" "bytea" NOT NULL,
	"features" "bytea",
	"features_net" text,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fingerprint_queue" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "image_fingerprints" ADD CONSTRAINT "image_fingerprints_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_fingerprints" ADD CONSTRAINT "image_fingerprints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_fingerprints_descriptors" ON "image_fingerprints" USING gin ("descriptors") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "image_fingerprints_user" ON "image_fingerprints" USING btree ("user_id","indexed_at");--> statement-breakpoint
CREATE INDEX "fingerprint_queue_user" ON "fingerprint_queue" USING btree ("user_id");
--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id.
ALTER TABLE "image_fingerprints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "image_fingerprints" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "image_fingerprints" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
--> statement-breakpoint
ALTER TABLE "fingerprint_queue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fingerprint_queue" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "fingerprint_queue" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
--> statement-breakpoint
-- Existing images, which are indexed one after the other. Before the trigger, which locks the images.
INSERT INTO "fingerprint_queue" ("image_id", "user_id") SELECT id, user_id FROM generated_images WHERE status = 'completed';
--> statement-breakpoint
CREATE FUNCTION "queue_fingerprint"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into fingerprint_queue (image_id, user_id) values (new.id, new.user_id) on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "queue_fingerprints"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into fingerprint_queue (image_id, user_id) select id, user_id from made where status = 'completed' on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "queue_fingerprints" AFTER INSERT ON "generated_images" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION "queue_fingerprints"();
--> statement-breakpoint
CREATE TRIGGER "queue_fingerprint" AFTER UPDATE OF "status" ON "generated_images"
	FOR EACH ROW WHEN (new.status = 'completed' and old.status <> 'completed') EXECUTE FUNCTION "queue_fingerprint"();
