import { sql } from 'drizzle-orm'
import { doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, userId } from './columns.ts'

export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    title: text('title').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** In the trash since; null while it is not. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('projects_user').on(table.userId, table.createdAt.desc()),
    // Projects to be purged: few of all.
    index('projects_trash').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** The saved view of a project: one row each. */
export const projectCanvasState = pgTable(
  'project_canvas_state',
  {
    projectId: uuid('project_id')
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: userId(),
    zoomLevel: doublePrecision('zoom_level').notNull(),
    panX: doublePrecision('pan_x').notNull(),
    panY: doublePrecision('pan_y').notNull(),
    /** The window that it was saved in, in CSS pixels; null: unknown. */
    viewWidth: doublePrecision('view_width'),
    viewHeight: doublePrecision('view_height'),
    lastViewedGenerationId: uuid('last_viewed_generation_id'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('project_canvas_state_user').on(table.userId)],
)
