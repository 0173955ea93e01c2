CREATE TABLE "thumbnail_sheets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"slots" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "unused_files" (
	"key" text PRIMARY KEY NOT NULL,
	"remove_after" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generated_images" ADD COLUMN "sheet_id" uuid;--> statement-breakpoint
ALTER TABLE "generated_images" ADD COLUMN "sheet_slot" smallint;--> statement-breakpoint
CREATE INDEX "thumbnail_sheets_project" ON "thumbnail_sheets" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "unused_files_due" ON "unused_files" USING btree ("remove_after");--> statement-breakpoint
CREATE INDEX "generated_images_sheet" ON "generated_images" USING btree ("sheet_id") WHERE sheet_id is not null;--> statement-breakpoint
CREATE INDEX "generated_images_unpacked" ON "generated_images" USING btree ("completed_at") WHERE status = 'completed' and sheet_id is null;--> statement-breakpoint
CREATE INDEX "generations_unplaced" ON "generations" USING btree ("project_id") WHERE canvas_x = 0 and canvas_y = 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "image_feedback_user" ON "image_feedback" USING btree ("user_id");