CREATE TABLE "series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hides_names" boolean NOT NULL,
	"winner_image_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_steps" (
	"series_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"message" text,
	"depends_on" smallint,
	"request" jsonb NOT NULL,
	"model" text NOT NULL,
	"price" integer NOT NULL,
	"generation_id" uuid,
	"try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_steps_series_id_place_pk" PRIMARY KEY("series_id","place")
);
--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_steps" ADD CONSTRAINT "series_steps_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_steps" ADD CONSTRAINT "series_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_project" ON "series" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "series_won" ON "series" USING btree ("user_id") WHERE winner_image_id is not null;--> statement-breakpoint
CREATE INDEX "series_steps_waiting" ON "series_steps" USING btree ("try_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "series_steps_generation" ON "series_steps" USING btree ("generation_id");