CREATE TABLE "comment_reads" (
	"user_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_reads_user_id_comment_id_pk" PRIMARY KEY("user_id","comment_id")
);
--> statement-breakpoint
CREATE TABLE "comment_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_emails" (
	"visitor_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "share_comments" ALTER COLUMN "x" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_comments" ALTER COLUMN "y" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "emails_comments" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_comment_id_share_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."share_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_replies" ADD CONSTRAINT "comment_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_replies" ADD CONSTRAINT "comment_replies_comment_id_share_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."share_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_emails" ADD CONSTRAINT "visit_emails_visitor_id_share_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."share_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_emails" ADD CONSTRAINT "visit_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_reads_comment" ON "comment_reads" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "comment_replies_comment" ON "comment_replies" USING btree ("comment_id","created_at");--> statement-breakpoint
CREATE INDEX "comment_replies_user" ON "comment_replies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "visit_emails_due" ON "visit_emails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "visit_emails_user" ON "visit_emails" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(%L, true), '''')::uuid) <> %s then null else true end) is not null';
	bound text;
begin
	foreach bound in array array['comment_reads', 'comment_replies', 'visit_emails'] loop
		execute format('alter table %I enable row level security', bound);
		execute format('alter table %I force row level security', bound);
		execute format('create policy own_rows on %I using (%s)', bound, format(rule, 'espalier.user_id', 'user_id'));
	end loop;
end $$;
