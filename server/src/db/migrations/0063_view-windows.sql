ALTER TABLE "project_canvas_state" ADD COLUMN "view_width" double precision;--> statement-breakpoint
ALTER TABLE "project_canvas_state" ADD COLUMN "view_height" double precision;