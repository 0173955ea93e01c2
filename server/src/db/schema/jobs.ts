import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import type { ProviderName } from '#domain/models/providers.ts'
import { moment } from './columns.ts'

/**
 * The durable queue: one row for each attempt at an image, kept as its record after its end. Without foreign keys, so that
 * claiming never waits for a lock on another table.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    generationId: uuid('generation_id').notNull(),
    imageId: uuid('image_id').notNull(),
    attempt: integer('attempt').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** The user whose own key is to be used; null for the operator's, or where none is needed. */
    keyOwner: uuid('key_owner').$type<UserId>(),
    /** The added provider whose key is to be used; null for one that was not added in the app. */
    connectionId: uuid('connection_id'),
    state: text('state').$type<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>().notNull().default('queued'),
    priority: integer('priority').notNull().default(0),
    runAt: moment('run_at').notNull().defaultNow(),
    /** The number of times that it was claimed; with `worker` it fences off a worker that lost the job. */
    claims: integer('claims').notNull().default(0),
    /** The number of calls of the provider that failed. */
    tries: integer('tries').notNull().default(0),
    /** The number of workers that died while they held the job. */
    lostLeases: integer('lost_leases').notNull().default(0),
    worker: uuid('worker'),
    leaseUntil: moment('lease_until'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The provider's own id of the request, stored before its answer is awaited. */
    providerRequestId: text('provider_request_id'),
    /** When the provider accepted that request; null without one. */
    acceptedAt: moment('accepted_at'),
    /** When the image could not be stored for the first time, since its storage is unavailable. */
    unstoredSince: moment('unstored_since'),
    /** The provider's price, in millionths of a US dollar, where it is known. */
    costMicroUsd: integer('cost_micro_usd'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('jobs_attempt').on(table.imageId, table.attempt),
    index('jobs_queued').on(table.userId, table.priority.desc(), table.id).where(sql`state = 'queued'`),
    index('jobs_running_user').on(table.userId).where(sql`state = 'running'`),
    index('jobs_lease').on(table.leaseUntil).where(sql`state = 'running'`),
    index('jobs_generation').on(table.generationId),
  ],
)

/** When a job of a user was claimed last: of users with equally many in work the one that waits longest is next. Without a foreign key, like jobs. */
export const jobTurns = pgTable('job_turns', {
  userId: uuid('user_id').$type<UserId>().primaryKey(),
  servedAt: moment('served_at').notNull(),
})
