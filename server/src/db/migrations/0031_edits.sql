ALTER TABLE "generations" ADD COLUMN "edit" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "edit_record" jsonb;