-- Who has a profile already has done the first steps.
ALTER TABLE "profiles" ADD COLUMN "first_steps_done" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "first_steps_done" SET DEFAULT 0;
