CREATE TABLE "image_looks" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"width" smallint NOT NULL,
	"height" smallint NOT NULL,
	"words" integer[] NOT NULL,
	"places" smallint[] NOT NULL,
	"lightness" "bytea" NOT NULL,
	"look" "bytea" NOT NULL,
	"features" "bytea",
	"net" text,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "looks_waiting" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "image_looks" ADD CONSTRAINT "image_looks_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_looks" ADD CONSTRAINT "image_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_looks_words" ON "image_looks" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "image_looks_user" ON "image_looks" USING btree ("user_id","indexed_at");--> statement-breakpoint
CREATE INDEX "looks_waiting_user" ON "looks_waiting" USING btree ("user_id");
--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id.
ALTER TABLE "image_looks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "image_looks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "image_looks" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
--> statement-breakpoint
ALTER TABLE "looks_waiting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "looks_waiting" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "looks_waiting" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
--> statement-breakpoint
-- Images from before, which are looked at one after the other. Before the trigger, which locks the images.
INSERT INTO "looks_waiting" ("image_id", "user_id") SELECT id, user_id FROM generated_images WHERE status = 'completed';
--> statement-breakpoint
CREATE FUNCTION "note_unseen_image"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into looks_waiting (image_id, user_id) values (new.id, new.user_id) on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_unseen_images"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into looks_waiting (image_id, user_id) select id, user_id from made where status = 'completed' on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "note_unseen_images" AFTER INSERT ON "generated_images" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION "note_unseen_images"();
--> statement-breakpoint
CREATE TRIGGER "note_unseen_image" AFTER UPDATE OF "status" ON "generated_images"
	FOR EACH ROW WHEN (new.status = 'completed' and old.status <> 'completed') EXECUTE FUNCTION "note_unseen_image"();
