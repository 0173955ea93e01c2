import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import { moment } from './columns.ts'

/** Files with hundreds of thumbnails each. A sheet never changes: a fuller one replaces it. */
export const thumbnailSheets = pgTable(
  'thumbnail_sheets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    projectId: uuid('project_id').notNull(),
    /** Number of slots from the first on that are taken, also by deleted images. */
    slots: integer('slots').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** A fuller sheet has taken its place; kept for a while for browsers that know only this one. */
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    index('thumbnail_sheets_project').on(table.projectId),
    index('thumbnail_sheets_user').on(table.userId).concurrently(),
    index('thumbnail_sheets_replaced').on(table.replacedAt).where(sql`replaced_at is not null`),
  ],
)

/** Files that are scheduled for removal. Written with the removal of the row, so that none is forgotten when a server dies. */
export const unusedFiles = pgTable(
  'unused_files',
  {
    /** The key in the storage. */
    key: text('key').primaryKey(),
    /** Not removed before: readers and writers of the file have finished by then. */
    removeAfter: moment('remove_after').notNull(),
  },
  (table) => [index('unused_files_due').on(table.removeAfter)],
)
