CREATE TABLE "connection_models" (
	"connection_id" uuid NOT NULL,
	"user_id" uuid,
	"api_model" text NOT NULL,
	"value" text NOT NULL,
	"found" jsonb NOT NULL,
	"price_hundredths" integer,
	"prices_by_resolution" jsonb,
	"seconds" real,
	"is_shown" boolean DEFAULT false NOT NULL,
	"shown_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "connection_models_connection_id_api_model_pk" PRIMARY KEY("connection_id","api_model"),
	CONSTRAINT "connection_models_value_unique" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "hidden_models" (
	"user_id" uuid NOT NULL,
	"model" text NOT NULL,
	CONSTRAINT "hidden_models_user_id_model_pk" PRIMARY KEY("user_id","model")
);
--> statement-breakpoint
CREATE TABLE "model_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text,
	"sealed" "bytea",
	"last_four" text,
	"check_state" text,
	"check_ms" integer,
	"check_reason" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "connection_models" ADD CONSTRAINT "connection_models_connection_id_model_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."model_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_models" ADD CONSTRAINT "connection_models_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_models" ADD CONSTRAINT "hidden_models_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_connections" ADD CONSTRAINT "model_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_models_user" ON "connection_models" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "model_connections_user" ON "model_connections" USING btree ("user_id");--> statement-breakpoint
-- The row-level security of migration 0019, for the new tables with a user's id. What the operator added is no person's.
DO $$
declare
	secured record;
	rule constant text := '(case when (select nullif(current_setting(''espalier.user_id'', true), '''')::uuid) <> %s then null else true end) is not null';
begin
	for secured in
		select 'hidden_models' as name, 'user_id' as owner
		union all select name, 'coalesce(user_id, ''00000000-0000-0000-0000-000000000000'')' from unnest(array['model_connections', 'connection_models']) name
	loop
		execute format('alter table %I enable row level security', secured.name);
		execute format('alter table %I force row level security', secured.name);
		execute format('create policy own_rows on %I using (%s)', secured.name, format(rule, secured.owner));
	end loop;
end $$;
