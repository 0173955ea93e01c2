import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import { moment } from './columns.ts'
import { generations } from './generations.ts'

/**
 * The index of prompts for search, derived from them (domain/src/search). Beside the generations, so that boards, which read
 * those by thousands, do not read it.
 */
export const promptSearch = pgTable(
  'prompt_search',
  {
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').$type<UserId>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** As `searchText` makes it. */
    text: text('text').notNull(),
    /** The descriptions of its images, each as `searchText` makes it; null without one. */
    described: text('described'),
    /** As `keysOfText` makes them of both. */
    keys: integer('keys').array().notNull(),
  },
  (table) => [
    // Written at once: a list of what is still to be written would be read through by every search.
    index('prompt_search_keys').using('gin', table.keys).with({ fastupdate: false }),
    // A person's newest prompts lie together in the table, as they were written.
    index('prompt_search_user_created').on(table.userId, table.createdAt),
  ],
)
