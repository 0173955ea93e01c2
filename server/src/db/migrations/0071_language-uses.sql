CREATE TABLE "language_uses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"tokens" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "language_uses" ADD CONSTRAINT "language_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "language_uses_user" ON "language_uses" USING btree ("user_id","created_at");--> statement-breakpoint
-- The row-level security of migration 0019, for the new table with a user's id.
ALTER TABLE "language_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "language_uses" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "language_uses" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
