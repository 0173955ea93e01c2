-- Cards are locked against removal meanwhile: a purge waits instead of failing this.
-- Cards from before the trigger of migration 0065, which is committed: cards that are made meanwhile have their rows already.
INSERT INTO "card_references" ("generation_id", "picture_id", "user_id")
	WITH cards AS MATERIALIZED (
		SELECT id, user_id, edit, edit_record, image_prompts, style_references FROM generations
			WHERE edit IS NOT NULL OR edit_record IS NOT NULL OR image_prompts <> '[]' OR style_references <> '[]' FOR KEY SHARE
	)
	SELECT DISTINCT named.card, named.id::uuid, named.owner FROM (
		SELECT cards.id AS card, cards.user_id AS owner, cards.edit ->> 'maskUploadId' AS id FROM cards
		UNION ALL SELECT cards.id, cards.user_id, cards.edit_record ->> 'maskId' FROM cards
		UNION ALL SELECT cards.id, cards.user_id, jsonb_array_elements_text(cards.image_prompts) FROM cards
		UNION ALL SELECT cards.id, cards.user_id, jsonb_array_elements_text(cards.style_references) FROM cards
	) named WHERE named.id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
	ON CONFLICT DO NOTHING;
