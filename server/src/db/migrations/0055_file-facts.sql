ALTER TABLE "generated_images" ADD COLUMN "file_sha256" text;--> statement-breakpoint
ALTER TABLE "generated_images" ADD COLUMN "file_is_signed" boolean;