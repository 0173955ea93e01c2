CREATE TABLE "review_rounds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"share_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"set_sha256" text NOT NULL,
	"until" timestamp (3) with time zone,
	"remind_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round_decisions" (
	"user_id" uuid NOT NULL,
	"round_id" uuid NOT NULL,
	"proof" integer NOT NULL,
	"visitor_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"words" text,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "round_decisions_round_id_proof_visitor_id_pk" PRIMARY KEY("round_id","proof","visitor_id")
);
--> statement-breakpoint
CREATE TABLE "round_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"round_id" uuid NOT NULL,
	"proof" integer NOT NULL,
	"visitor_id" uuid NOT NULL,
	"author" text NOT NULL,
	"kind" text NOT NULL,
	"words" text,
	"sha256" text NOT NULL,
	"set_sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round_proofs" (
	"user_id" uuid NOT NULL,
	"round_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"image_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "round_proofs_round_id_number_pk" PRIMARY KEY("round_id","number")
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "grants" text;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "passphrase_hash" text;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "allows_copies" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "has_watermark" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_decisions" ADD CONSTRAINT "round_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_decisions" ADD CONSTRAINT "round_decisions_round_id_review_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."review_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_decisions" ADD CONSTRAINT "round_decisions_visitor_id_share_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."share_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_log" ADD CONSTRAINT "round_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_log" ADD CONSTRAINT "round_log_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_log" ADD CONSTRAINT "round_log_round_id_review_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."review_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_proofs" ADD CONSTRAINT "round_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_proofs" ADD CONSTRAINT "round_proofs_round_id_review_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."review_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_rounds_number" ON "review_rounds" USING btree ("share_id","number");--> statement-breakpoint
CREATE INDEX "review_rounds_project" ON "review_rounds" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "review_rounds_user" ON "review_rounds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_rounds_remind" ON "review_rounds" USING btree ("remind_at") WHERE remind_at is not null;--> statement-breakpoint
CREATE INDEX "round_decisions_visitor" ON "round_decisions" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "round_decisions_user" ON "round_decisions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "round_log_round" ON "round_log" USING btree ("round_id","created_at");--> statement-breakpoint
CREATE INDEX "round_log_project" ON "round_log" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "round_log_user" ON "round_log" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "round_proofs_image" ON "round_proofs" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "round_proofs_file" ON "round_proofs" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "round_proofs_user" ON "round_proofs" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019 for the new tables with a user's id, and that of migration 0036 for tokens of one project.
DO $$
declare
	rule constant text := '(case when (select nullif(current_setting(%L, true), '''')::uuid) <> %s then null else true end) is not null';
	bound text;
begin
	foreach bound in array array['review_rounds', 'round_proofs', 'round_decisions', 'round_log'] loop
		execute format('alter table %I enable row level security', bound);
		execute format('alter table %I force row level security', bound);
		execute format('create policy own_rows on %I using (%s)', bound, format(rule, 'espalier.user_id', 'user_id'));
	end loop;
	foreach bound in array array['review_rounds', 'round_log'] loop
		execute format('create policy one_project on %I as restrictive using (%s)', bound, format(rule, 'espalier.project_id', 'project_id'));
	end loop;
end $$;
--> statement-breakpoint
-- The log of decisions is added to and never changed. Its rows go with their round alone.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	raise exception 'Rows of % are never changed.', TG_TABLE_NAME;
end $$;
--> statement-breakpoint
CREATE TRIGGER "round_log_unchanged" BEFORE UPDATE ON "round_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();
