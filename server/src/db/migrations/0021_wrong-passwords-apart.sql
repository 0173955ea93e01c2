CREATE TABLE "sign_in_failures" (
	"email_hash" text NOT NULL,
	"address" text NOT NULL,
	"failures" integer NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_failures_email_hash_address_pk" PRIMARY KEY("email_hash","address")
);
