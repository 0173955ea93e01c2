-- Changes of the assistant are stored as those of a purse's steps are: one undo serves both.
UPDATE "assistant_runs" SET "effects" = (
	SELECT coalesce(jsonb_agg(
		CASE effect->>'kind'
			WHEN 'place' THEN jsonb_build_object('kind', 'placed', 'generationId', effect->'cardId', 'from', effect->'from', 'to', effect->'to')
			WHEN 'fold' THEN jsonb_build_object('kind', 'folded', 'generationId', effect->'cardId', 'to', effect->'to')
			WHEN 'mark' THEN jsonb_build_object('kind', 'marked', 'generationId', (
				SELECT "generation_id" FROM "generated_images" WHERE "id" = (effect->>'imageId')::uuid
			), 'imageId', effect->'imageId', 'feedbackType', effect->'mark', 'to', effect->'to')
			WHEN 'trash' THEN jsonb_build_object('kind', CASE WHEN (effect->>'to')::boolean THEN 'trashed' ELSE 'restored' END, 'generationId', effect->'cardId')
			ELSE effect
		END ORDER BY position), '[]'::jsonb)
	FROM jsonb_array_elements("effects") WITH ORDINALITY AS each(effect, position)
	-- A fold or a mark that changed nothing has nothing to take back.
	WHERE NOT (effect->>'kind' IN ('fold', 'mark') AND effect->'from' = effect->'to')
) WHERE "effects" <> '[]'::jsonb;
