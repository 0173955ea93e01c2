import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { WebhookEvent } from '#domain/webhooks/webhook-event.ts'
import { bytes, moment, userId } from './columns.ts'
import { projects } from './projects.ts'

/** Addresses that events are sent to. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    url: text('url').notNull(),
    /** The secret that signs, sealed as keys of models are. */
    secret: bytes('secret').notNull(),
    /** The secret before it, which signs as well until `oldSecretUntil`. */
    oldSecret: bytes('old_secret'),
    oldSecretUntil: moment('old_secret_until'),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    state: text('state').$type<'on' | 'off'>().notNull().default('on'),
    failingSince: moment('failing_since'),
    /** The newest event that was looked at. */
    seenSeq: bigint('seen_seq', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('webhooks_user').on(table.userId), index('webhooks_project').on(table.projectId)],
)

/** Events on their way. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent | 'webhook.test'>().notNull(),
    /** The thing that it is about: the same thing is delivered once. */
    source: text('source').notNull(),
    body: text('body').notNull(),
    state: text('state').$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next; while it is being sent, when another process may take it over. */
    runAt: moment('run_at').notNull().defaultNow(),
    status: integer('status'),
    error: text('error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('webhook_deliveries_source').on(table.webhookId, table.source),
    index('webhook_deliveries_waiting').on(table.userId, table.runAt).where(sql`state = 'waiting'`),
    index('webhook_deliveries_ended').on(table.createdAt).where(sql`state <> 'waiting'`),
    index('webhook_deliveries_recent').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_user').on(table.userId),
  ],
)
