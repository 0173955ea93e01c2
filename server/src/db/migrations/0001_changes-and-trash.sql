CREATE TABLE "applied_changes" (
	"user_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applied_changes_user_id_change_id_pk" PRIMARY KEY("user_id","change_id")
);
--> statement-breakpoint
ALTER TABLE "applied_changes" ADD CONSTRAINT "applied_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applied_changes_created" ON "applied_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "generations_trash" ON "generations" USING btree ("project_id","deleted_at") WHERE deleted_at is not null;