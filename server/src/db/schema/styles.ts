import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { StyleFamily } from '#domain/styles/style.ts'
import { moment, userId } from './columns.ts'

/** Private styles. The samples are data in domain/src/styles. */
export const styles = pgTable(
  'styles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    title: text('title').notNull(),
    family: text('family').$type<StyleFamily>().notNull(),
    promptFragment: text('prompt_fragment').notNull(),
    /** Ids of uploads or images, in order. */
    referenceIds: jsonb('reference_ids').$type<string[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('styles_user').on(table.userId, table.createdAt)],
)

/** The styles that a user has pinned, samples as well as private ones. */
export const stylePins = pgTable(
  'style_pins',
  {
    userId: userId(),
    styleId: uuid('style_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.styleId] })],
)
