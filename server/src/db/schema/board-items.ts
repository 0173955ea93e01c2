import { doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, userId } from './columns.ts'
import { projects } from './projects.ts'

const projectId = () =>
  uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
/** Unique within its project: ids come from browsers, and another project's must not stand in the way. */
const itemId = () => uuid('id').notNull()
const createdAt = () => moment('created_at').notNull().defaultNow()

/** The frames of boards, in canvas pixels. Written under the lock of their project. */
export const frames = pgTable(
  'frames',
  {
    projectId: projectId(),
    id: itemId(),
    userId: userId(),
    title: text('title').notNull(),
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] }), index('frames_user').on(table.userId)],
)

/** The notes of boards, in canvas pixels. Written under the lock of their project. */
export const notes = pgTable(
  'notes',
  {
    projectId: projectId(),
    id: itemId(),
    userId: userId(),
    text: text('text').notNull(),
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] }), index('notes_user').on(table.userId)],
)
