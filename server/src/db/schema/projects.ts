import { doublePrecision, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** In the trash since; null while it is not. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [index('projects_user').on(table.userId, table.createdAt.desc())],
)

/** The saved view of a project: one row each. */
export const projectCanvasState = pgTable('project_canvas_state', {
  projectId: uuid('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  zoomLevel: doublePrecision('zoom_level').notNull(),
  panX: doublePrecision('pan_x').notNull(),
  panY: doublePrecision('pan_y').notNull(),
  lastViewedGenerationId: uuid('last_viewed_generation_id'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
