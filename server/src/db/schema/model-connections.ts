import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type { Resolution } from '#domain/models/aspect-ratio.ts'
import type { FoundModel } from '#domain/models/found-model.ts'
import type { AddedKind } from '#domain/models/providers.ts'
import { bytes, moment, ownerId, userId } from './columns.ts'

/** Providers that were added in the app. A removed one stays, without its key, so that cards keep the names of its models. */
export const modelConnections = pgTable(
  'model_connections',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    kind: text('kind').$type<AddedKind>().notNull(),
    /** The display name. */
    name: text('name').notNull(),
    /** Null: the kind's own address. */
    baseUrl: text('base_url'),
    /** Encrypted for this row alone: see `models/seal-key.ts`. Null where it needs no key, or was removed. */
    sealed: bytes('sealed'),
    /** The only part of the key that is ever shown. */
    lastFour: text('last_four'),
    /** The result of the last test. */
    checkState: text('check_state').$type<'answers' | 'refused' | 'away'>(),
    checkMs: integer('check_ms'),
    checkReason: text('check_reason'),
    /** US dollars that were left for the key then; null where the provider does not say. */
    checkLeftUsd: real('check_left_usd'),
    checkedAt: moment('checked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    removedAt: moment('removed_at'),
  },
  (table) => [index('model_connections_user').on(table.userId)],
)

/** The models of added providers, as their providers listed them, with the owner's choices. */
export const connectionModels = pgTable(
  'connection_models',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => modelConnections.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    /** The provider's own id. */
    apiModel: text('api_model').notNull(),
    /** The value by which stored generations name it: unique over all connections. */
    value: text('value').notNull().unique(),
    found: jsonb('found').$type<FoundModel>().notNull(),
    /** Hundredths of a credit, by the provider or entered; of a person's own provider without meaning. */
    priceHundredths: integer('price_hundredths'),
    pricesByResolution: jsonb('prices_by_resolution').$type<Partial<Record<Resolution, number>>>(),
    /** Entered by the owner; null: the provider's, or the usual ones. */
    seconds: real('seconds'),
    isShown: boolean('is_shown').notNull().default(false),
    /** When it could be chosen for the first time; null: never, so that no card can have its name. */
    shownAt: moment('shown_at'),
    /** When the provider listed it no more. */
    goneAt: moment('gone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.apiModel] }),
    index('connection_models_user').on(table.userId),
  ],
)

/** Models that a person has switched off in their own picker, by their values. */
export const hiddenModels = pgTable('hidden_models', { userId: userId(), model: text('model').notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.model] }),
])

/** Models that a person has marked as favorites, by their values. */
export const favoriteModels = pgTable(
  'favourite_models',
  { userId: userId(), model: text('model').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.model] })],
)
