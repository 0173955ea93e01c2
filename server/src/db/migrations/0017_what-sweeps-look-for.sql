CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "thumbnail_sheets_replaced" ON "thumbnail_sheets" USING btree ("replaced_at") WHERE replaced_at is not null;--> statement-breakpoint
CREATE INDEX "projects_trash" ON "projects" USING btree ("deleted_at") WHERE deleted_at is not null;