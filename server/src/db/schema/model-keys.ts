import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { KeyedProvider } from '#domain/models/provider-keys.ts'
import { moment, userId } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** People's own keys of providers. What opens them lies outside of the database. */
export const modelKeys = pgTable(
  'model_keys',
  {
    userId: userId(),
    provider: text('provider').$type<KeyedProvider>().notNull(),
    /** Encrypted for this user and this provider alone: see `features/model-keys/seal-key.ts`. */
    sealed: bytes('sealed').notNull(),
    /** All of it that is ever shown. */
    lastFour: text('last_four').notNull(),
    /** What the provider said of it when it was saved; `unknown` where it can't be asked for nothing. */
    check: text('check').$type<'accepted' | 'unknown'>().notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider] })],
)
