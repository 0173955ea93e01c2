CREATE TABLE "prompt_search" (
	"generation_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"keys" integer[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "generations_user";--> statement-breakpoint
DROP INDEX "image_feedback_user";--> statement-breakpoint
ALTER TABLE "image_feedback" ADD COLUMN "generated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "prompt_search" ADD CONSTRAINT "prompt_search_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prompt_search_keys" ON "prompt_search" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "generations_user_created" ON "generations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "generations_user_model" ON "generations" USING btree ("user_id","model","created_at");--> statement-breakpoint
CREATE INDEX "generations_user_ratio" ON "generations" USING btree ("user_id","aspect_ratio","created_at");--> statement-breakpoint
CREATE INDEX "image_feedback_user" ON "image_feedback" USING btree ("user_id","feedback_type","generated_at");
--> statement-breakpoint
CREATE FUNCTION "image_feedback_generated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	select cards.created_at into new.generated_at from generations cards
		join generated_images images on images.generation_id = cards.id where images.id = new.image_id;
	return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER "image_feedback_given" BEFORE INSERT ON "image_feedback"
	FOR EACH ROW EXECUTE FUNCTION image_feedback_generated_at();--> statement-breakpoint
UPDATE image_feedback SET generated_at = cards.created_at FROM generations cards
	JOIN generated_images images ON images.generation_id = cards.id WHERE images.id = image_feedback.image_id;
