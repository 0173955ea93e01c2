ALTER TABLE "generated_images" ADD COLUMN "digital_source" text;--> statement-breakpoint
ALTER TABLE "generated_images" ADD COLUMN "file_record" jsonb;