import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ProviderName } from '#domain/models/providers.ts'
import { moment } from './columns.ts'

/** Stands for the operator's key where the owner of a key is meant. */
export const operatorKey = '00000000-0000-0000-0000-000000000000'

/** Providers that asked for a pause, for one key each; all worker processes keep to it. */
export const providerPauses = pgTable(
  'provider_pauses',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    /** The user whose own key it is, the added provider by its id, or `operatorKey`. */
    keyOwner: uuid('key_owner').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.keyOwner] })],
)

/** Providers that are or were unreachable, for one key each. One that answered last has no failures. */
export const providerCircuits = pgTable(
  'provider_circuits',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    /** The user whose own key it is, or `operatorKey`. */
    keyOwner: uuid('key_owner').notNull().default(operatorKey),
    /** Outages in a row, without an answer between them. */
    failures: integer('failures').notNull(),
    /** Not called before this. */
    retryAt: moment('retry_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.keyOwner] })],
)
