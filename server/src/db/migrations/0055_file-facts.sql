ALTER TABLE "generated_images" ADD COLUMN "file_sha256" text;--> statement-breakpoint
ALTER TABLE "generated_images" ADD COLUMN "file_is_signed" boolean;--> statement-breakpoint
CREATE INDEX "generated_images_recorded_file" ON "generated_images" USING btree ("user_id","file_sha256") WHERE file_record is not null and file_sha256 is not null;