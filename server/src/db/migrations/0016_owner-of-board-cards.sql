ALTER TABLE "board_cards" ADD COLUMN "user_id" uuid;--> statement-breakpoint
UPDATE "board_cards" SET "user_id" = "generations"."user_id" FROM "generations" WHERE "generations"."id" = "generation_id";--> statement-breakpoint
ALTER TABLE "board_cards" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
-- As in migration 0003, with the person's id.
CREATE OR REPLACE FUNCTION "write_board_cards"(card_ids uuid[]) RETURNS void LANGUAGE sql
	SET plan_cache_mode = force_generic_plan SET jit = off AS $$
	with facts as (
		select cards.id as card_id, cards.user_id as card_user_id, cards.seed as card_seed, cards.created_at as card_created_at, size.width * scale as usual_width,
			size.height * scale as usual_height, images.*,
			count(*) filter (where average_color ~ '^#[0-9a-f]{6}$') over of_card = count(*) over of_card as has_colours,
			(select json_agg(feedback_type order by created_at) from image_feedback where image_id = images.id)::text as feedback
		from generations cards
		join (values ('4:3', 1152, 864), ('3:2', 1248, 832), ('16:9', 1280, 720), ('2.35:1', 1504, 640), ('1:1', 1024, 1024),
			('4:5', 896, 1120), ('2:3', 832, 1248), ('9:16', 720, 1280)) as size(ratio, width, height) on size.ratio = cards.aspect_ratio
		join (values ('1K', 1), ('2K', 2), ('4K', 4)) as resolutions(name, scale) on resolutions.name = cards.resolution
		join generated_images images on images.generation_id = cards.id
		where cards.id = any(card_ids)
		window of_card as (partition by images.generation_id)
	), told as (
		select *, concat_ws(',',
			case when left(id::text, 24) <> left(card_id::text, 24)
				or (('x' || right(id::text, 12))::bit(48)::bigint - ('x' || right(card_id::text, 12))::bit(48)::bigint
					- order_num - 1) % 281474976710656 <> 0 then '"id":"' || id || '"' end,
			case when status <> 'completed' then '"status":"' || status || '"' end,
			case when status = 'completed' and storage_key is null then '"imageUrl":null' end,
			case when status <> 'completed' and storage_key is not null then '"imageUrl":"/api/images/' || id || '/file"' end,
			case when width <> usual_width then '"width":' || width end,
			case when height <> usual_height then '"height":' || height end,
			case when not has_colours then '"averageColor":' || to_json(average_color)::text end,
			case when seed <> (card_seed::bigint + order_num) % 2147483648 then '"seed":' || seed end,
			case when attempt <> 1 then '"attempt":' || attempt end,
			case when error_code is not null
				then '"error":' || json_build_object('code', error_code, 'message', coalesce(error_message, ''))::text end,
			case when feedback is not null then '"feedback":' || feedback end,
			case when warnings <> '[]' then '"warnings":' || warnings::text end,
			case when created_at <> card_created_at
				then to_char(created_at at time zone 'UTC', '"\"createdAt\":\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""') end
		) as unusual from facts
	), cards as (
		select card_id, card_user_id, bool_and(has_colours) as has_colours,
			string_agg(substr(average_color, 2), '' order by order_num) as colours,
			count(*) = 4 and bool_and(unusual = '') as is_usual,
			'[' || string_agg(case when unusual = '' then 'null' else '{' || unusual || '}' end, ',' order by order_num) || ']' as unusual,
			count(sheet_slot) as slots_count,
			count(sheet_slot) = count(*) and min(sheet_id::text) = max(sheet_id::text)
				and min(sheet_slot - order_num) = max(sheet_slot - order_num) as is_row,
			min(sheet_id::text)::uuid as sheet_id, min(sheet_slot) as sheet_slot,
			json_agg(case when sheet_id is not null then json_build_array(sheet_id, sheet_slot) end order by order_num) as slots
		from told group by card_id, card_user_id
	)
	insert into board_cards (generation_id, user_id, colours, sheet_id, sheet_slot, slots, unusual)
	select card_id, card_user_id, case when has_colours then colours else '' end, case when is_row then sheet_id end,
		case when is_row then sheet_slot end, case when not is_row and slots_count > 0 then slots end,
		case when not is_usual then unusual::json end
	from cards order by card_id
	on conflict (generation_id) do update set colours = excluded.colours, sheet_id = excluded.sheet_id,
		sheet_slot = excluded.sheet_slot, slots = excluded.slots, unusual = excluded.unusual
$$;
