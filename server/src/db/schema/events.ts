import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { StoredEventName } from '#contract/events.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { moment, userId } from './columns.ts'

/** The event log, numbered. Written under a lock of the user's, so that numbers become visible in order. */
export const events = pgTable(
  'events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** Null for what belongs to no project. */
    projectId: uuid('project_id'),
    name: text('name').$type<StoredEventName>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('events_user').on(table.userId, table.seq), index('events_created').on(table.createdAt)],
)

/** The first request of a key, so that a repeated one creates nothing twice. Kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: userId(),
    key: text('key').notNull(),
    /** SHA-256 of the call and its body. */
    request: text('request').notNull(),
    resultId: uuid('result_id').notNull(),
    /** Details that the reply to a repeated request needs; null where the id is enough. */
    detail: jsonb('detail').$type<unknown>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)

/** The ids of applied changes, so that a batch which is sent again changes nothing twice. Kept for 30 days. */
export const appliedChanges = pgTable(
  'applied_changes',
  {
    userId: userId(),
    changeId: uuid('change_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.changeId] }),
    index('applied_changes_created').on(table.createdAt),
  ],
)
