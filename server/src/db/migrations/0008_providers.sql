CREATE TABLE "model_keys" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"last_four" text NOT NULL,
	"check" text NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_keys_user_id_provider_pk" PRIMARY KEY("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "provider_circuits" (
	"provider" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"retry_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_pauses" (
	"provider" text NOT NULL,
	"key_owner" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_pauses_provider_key_owner_pk" PRIMARY KEY("provider","key_owner")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "key_owner" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cost_micro_usd" integer;--> statement-breakpoint
ALTER TABLE "model_keys" ADD CONSTRAINT "model_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;