ALTER TABLE "comfy_workflows" ADD COLUMN "test_claim" uuid;--> statement-breakpoint
ALTER TABLE "comfy_workflows" ADD COLUMN "test_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comfy_workflows" ADD COLUMN "test_request_id" text;