CREATE TABLE "branch_caps" (
	"generation_id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"most" integer NOT NULL,
	CONSTRAINT "branch_caps_most" CHECK (most >= 0)
);
--> statement-breakpoint
ALTER TABLE "branch_caps" ADD CONSTRAINT "branch_caps_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_caps" ADD CONSTRAINT "branch_caps_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_caps" ADD CONSTRAINT "branch_caps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branch_caps_project" ON "branch_caps" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "branch_caps_user" ON "branch_caps" USING btree ("user_id");