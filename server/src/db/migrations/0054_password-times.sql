ALTER TABLE "sessions" ALTER COLUMN "proven_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "proven_at" DROP NOT NULL;