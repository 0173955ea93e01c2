CREATE TABLE "local_model_installations" (
	"model_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"done_bytes" bigint DEFAULT 0 NOT NULL,
	"total_bytes" bigint NOT NULL,
	"bytes_per_second" integer,
	"reason" text,
	"retry_at" timestamp (3) with time zone,
	"worker" uuid,
	"lease_until" timestamp (3) with time zone,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"licence_accepted_by" uuid,
	"licence_accepted_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "local_model_installations" ADD CONSTRAINT "local_model_installations_licence_accepted_by_users_id_fk" FOREIGN KEY ("licence_accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;