CREATE TABLE "share_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"share_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"text" text NOT NULL,
	"is_resolved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_likes" (
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"share_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_likes_visitor_id_image_id_pk" PRIMARY KEY("visitor_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "share_visitors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"share_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_visitors_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"generation_id" uuid,
	"token_hash" text NOT NULL,
	"shows_prompts" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "share_comments" ADD CONSTRAINT "share_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_comments" ADD CONSTRAINT "share_comments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_comments" ADD CONSTRAINT "share_comments_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_comments" ADD CONSTRAINT "share_comments_visitor_id_share_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."share_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_comments" ADD CONSTRAINT "share_comments_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_likes" ADD CONSTRAINT "share_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_likes" ADD CONSTRAINT "share_likes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_likes" ADD CONSTRAINT "share_likes_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_likes" ADD CONSTRAINT "share_likes_visitor_id_share_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."share_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_likes" ADD CONSTRAINT "share_likes_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_comments_project" ON "share_comments" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "share_comments_share" ON "share_comments" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_comments_visitor" ON "share_comments" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "share_comments_image" ON "share_comments" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "share_comments_user" ON "share_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_likes_project" ON "share_likes" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "share_likes_share" ON "share_likes" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_likes_image" ON "share_likes" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "share_likes_user" ON "share_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_visitors_share" ON "share_visitors" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_visitors_user" ON "share_visitors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shares_project" ON "shares" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "shares_user" ON "shares" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shares_generation" ON "shares" USING btree ("generation_id");