import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import { bytes, moment, userId } from './columns.ts'
import { oauthClients } from './oauth-clients.ts'
import { projects } from './projects.ts'
import { purses } from './purses.ts'

/**
 * API tokens, and connections by OAuth, which differ in how their secrets are made (`schema/oauth.ts`). Only the hash of a secret is stored. An ended one stays, so that the cards that it asked for keep its name. A trigger
 * notifies every process when one ends (migration 0036).
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    name: text('name').notNull(),
    /** `assistant`: of one run of the assistant. It has no secret, and is in no list. */
    kind: text('kind').$type<'program' | 'assistant'>().notNull().default('program'),
    /** The only part of the secret that is ever shown; empty for a connection. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the secret: 256 random bits need no slow hash. Null for a connection, whose secrets change. */
    hash: bytes('hash').unique(),
    /** The program of a connection by OAuth; null for an API token. */
    clientId: text('client_id').references(() => oauthClients.id),
    /** The only address at which the secrets of a connection work; null for an API token. */
    resource: text('resource'),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The one project that it reaches; null: all. */
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    /** The purse that it is bound to; null: none. */
    purseId: uuid('purse_id').references(() => purses.id, { onDelete: 'cascade' }),
    /** Where images land that are asked for by /v1 without a project; null until the first of them. */
    imagesProjectId: uuid('images_project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** Hundredths of a credit; null: no budget. */
    budget: integer('budget'),
    budgetPer: text('budget_per').$type<'total' | 'month'>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    /** Written at most once a minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('api_tokens_user').on(table.userId),
    index('api_tokens_project').on(table.projectId),
    index('api_tokens_client').on(table.clientId),
    index('api_tokens_purse').on(table.purseId),
    index('api_tokens_images_project').on(table.imagesProjectId).where(sql`images_project_id is not null`),
  ],
)
