CREATE TABLE "reference_uses" (
	"generation_id" uuid NOT NULL,
	"reference_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reference_uses_generation_id_reference_id_pk" PRIMARY KEY("generation_id","reference_id")
);
--> statement-breakpoint
ALTER TABLE "reference_uses" ADD CONSTRAINT "reference_uses_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference_uses" ADD CONSTRAINT "reference_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reference_uses_reference" ON "reference_uses" USING btree ("reference_id","created_at","generation_id");--> statement-breakpoint
CREATE INDEX "reference_uses_user" ON "reference_uses" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new table with a user's id.
ALTER TABLE "reference_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "reference_uses" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "reference_uses" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
--> statement-breakpoint
-- Cards from before: no release has named references, so that few installations have any. Before the trigger, which locks the cards.
INSERT INTO "reference_uses" ("generation_id", "reference_id", "version_id", "user_id", "created_at")
	SELECT cards.id, versions.reference_id, versions.id, cards.user_id, cards.created_at
	FROM generations cards
	CROSS JOIN LATERAL jsonb_array_elements(cards.named_references) named
	JOIN reference_versions versions ON versions.id = (named ->> 'versionId')::uuid AND versions.user_id = cards.user_id
	WHERE cards.named_references IS NOT NULL
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Versions of another account, as in an imported project, are none of the user's: they are left out.
CREATE FUNCTION "note_reference_uses"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into reference_uses (generation_id, reference_id, version_id, user_id, created_at)
		select new.id, versions.reference_id, versions.id, new.user_id, new.created_at
		from jsonb_array_elements(new.named_references) named
		join reference_versions versions on versions.id = (named ->> 'versionId')::uuid and versions.user_id = new.user_id
		on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "note_reference_uses" AFTER INSERT OR UPDATE OF "named_references" ON "generations"
	FOR EACH ROW WHEN (new.named_references is not null) EXECUTE FUNCTION "note_reference_uses"();
