CREATE TABLE "card_references" (
	"generation_id" uuid NOT NULL,
	"picture_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "card_references_generation_id_picture_id_pk" PRIMARY KEY("generation_id","picture_id")
);
--> statement-breakpoint
ALTER TABLE "card_references" ADD CONSTRAINT "card_references_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_references" ADD CONSTRAINT "card_references_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_references_picture" ON "card_references" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "card_references_user" ON "card_references" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new table with a user's id.
ALTER TABLE "card_references" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_references" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "card_references" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
--> statement-breakpoint
-- Adds alone: a row that outlives its use keeps an upload until its card is removed, and no longer. Ids that are none are left out.
CREATE FUNCTION "note_card_references"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into card_references (generation_id, picture_id, user_id)
		select distinct new.id, named.id::uuid, new.user_id from (
			select new.edit ->> 'maskUploadId' as id
			union all select new.edit_record ->> 'maskId'
			union all select jsonb_array_elements_text(new.image_prompts)
			union all select jsonb_array_elements_text(new.style_references)
		) named where named.id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
		on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "note_card_references" AFTER INSERT OR UPDATE OF "edit", "edit_record", "image_prompts", "style_references" ON "generations"
	FOR EACH ROW WHEN (new.edit is not null or new.edit_record is not null or new.image_prompts <> '[]' or new.style_references <> '[]')
	EXECUTE FUNCTION "note_card_references"();
