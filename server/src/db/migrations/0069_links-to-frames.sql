ALTER TABLE "shares" ADD COLUMN "frame_id" uuid;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "shows_starred" boolean DEFAULT false NOT NULL;