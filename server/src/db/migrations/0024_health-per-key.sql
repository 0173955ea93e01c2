-- A row of before counts as one of the server's own key. A process of the release before can't add an outage while it is being replaced; its job runs again after its lease.
ALTER TABLE "provider_circuits" DROP CONSTRAINT "provider_circuits_pkey";--> statement-breakpoint
ALTER TABLE "provider_circuits" ADD COLUMN "key_owner" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_circuits" ADD CONSTRAINT "provider_circuits_provider_key_owner_pk" PRIMARY KEY("provider","key_owner");
