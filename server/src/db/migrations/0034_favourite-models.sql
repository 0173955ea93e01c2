CREATE TABLE "favourite_models" (
	"user_id" uuid NOT NULL,
	"model" text NOT NULL,
	CONSTRAINT "favourite_models_user_id_model_pk" PRIMARY KEY("user_id","model")
);
--> statement-breakpoint
ALTER TABLE "favourite_models" ADD CONSTRAINT "favourite_models_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The row-level security of migration 0019.
ALTER TABLE "favourite_models" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "favourite_models" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_rows ON "favourite_models" USING ((case when (select nullif(current_setting('espalier.user_id', true), '')::uuid) <> user_id then null else true end) is not null);
