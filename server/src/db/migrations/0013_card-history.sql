CREATE TABLE "card_history" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_history_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"generation_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_history" ADD CONSTRAINT "card_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_history" ADD CONSTRAINT "card_history_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_history_project" ON "card_history" USING btree ("project_id","seq");--> statement-breakpoint
CREATE INDEX "card_history_generation" ON "card_history" USING btree ("generation_id");--> statement-breakpoint
CREATE INDEX "card_history_user" ON "card_history" USING btree ("user_id");--> statement-breakpoint
-- What is known of the time before: when each card was made, where it lies now, and when it was deleted.
INSERT INTO "card_history" ("user_id", "project_id", "generation_id", "at", "kind", "x", "y")
	SELECT user_id, project_id, id, created_at, 'made', canvas_x, canvas_y FROM generations ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO "card_history" ("user_id", "project_id", "generation_id", "at", "kind", "x", "y")
	SELECT user_id, project_id, id, now(), 'folded', canvas_x, canvas_y FROM generations WHERE is_collapsed ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO "card_history" ("user_id", "project_id", "generation_id", "at", "kind", "x", "y")
	SELECT user_id, project_id, id, deleted_at, 'deleted', canvas_x, canvas_y FROM generations
	WHERE deleted_at IS NOT NULL ORDER BY deleted_at, id;
--> statement-breakpoint
CREATE FUNCTION "card_history_after_insert"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into card_history (user_id, project_id, generation_id, at, kind, x, y)
		select user_id, project_id, id, created_at, 'made', canvas_x, canvas_y from made order by created_at, id;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "card_history_after_insert" AFTER INSERT ON "generations" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION "card_history_after_insert"();
--> statement-breakpoint
CREATE FUNCTION "card_history_after_update"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into card_history (user_id, project_id, generation_id, at, kind, x, y)
		select card.user_id, card.project_id, card.id, clock_timestamp(), change.kind, card.canvas_x, card.canvas_y
		from now_cards card join was_cards was on was.id = card.id
		cross join lateral (values
			('restored', was.deleted_at is not null and card.deleted_at is null),
			('moved', (was.canvas_x, was.canvas_y) is distinct from (card.canvas_x, card.canvas_y)),
			('folded', card.is_collapsed and not was.is_collapsed),
			('unfolded', was.is_collapsed and not card.is_collapsed),
			('deleted', was.deleted_at is null and card.deleted_at is not null)
		) as change(kind, has_happened)
		where change.has_happened order by card.id;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "card_history_after_update" AFTER UPDATE ON "generations" REFERENCING OLD TABLE AS was_cards NEW TABLE AS now_cards
	FOR EACH STATEMENT EXECUTE FUNCTION "card_history_after_update"();
