ALTER TABLE "jobs" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "unstored_since" timestamp (3) with time zone;