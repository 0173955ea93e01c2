CREATE TABLE "stripe_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD CONSTRAINT "stripe_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stripe_customers_user" ON "stripe_customers" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new table with a user's id.
ALTER TABLE "stripe_customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stripe_customers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_rows" ON "stripe_customers" USING (
	(case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);--> statement-breakpoint
-- Customers of subscriptions; those of open checkouts from before are unknown, and their checkouts end within a day.
INSERT INTO "stripe_customers" ("id", "user_id")
	SELECT "customer_id", "user_id" FROM "subscriptions" WHERE "keeper" = 'stripe' AND "customer_id" IS NOT NULL ON CONFLICT DO NOTHING;
