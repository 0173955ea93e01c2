ALTER TABLE "saved_prompts" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Nearly as `searchText` makes it: without case and the accents of Latin, Greek and Cyrillic. A row gets the rest when it is saved again.
UPDATE "saved_prompts" SET "search_text" = normalize(regexp_replace(normalize(lower(
	concat_ws(' ', "name", "text", (SELECT string_agg(tag, ' ') FROM jsonb_array_elements_text("tags") tag))
), NFKD), '[\u0300-\u036f]', '', 'g'), NFC);
