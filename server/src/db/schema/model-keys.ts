import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { KeyedProvider } from '#domain/models/providers.ts'
import { bytes, moment, userId } from './columns.ts'

/** Users' own keys of providers. The secret that opens them is stored outside of the database. */
export const modelKeys = pgTable(
  'model_keys',
  {
    userId: userId(),
    provider: text('provider').$type<KeyedProvider>().notNull(),
    /** Encrypted for this user and this provider alone: see `models/seal-key.ts`. */
    sealed: bytes('sealed').notNull(),
    /** The only part that is ever shown. */
    lastFour: text('last_four').notNull(),
    /** The provider's check when it was saved; `unknown` where a check is not possible for free. */
    check: text('check').$type<'accepted' | 'unknown'>().notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider] })],
)
