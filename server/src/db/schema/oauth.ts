import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import { apiTokens } from './api-tokens.ts'
import { bytes, moment, userId } from './columns.ts'
import { oauthClients } from './oauth-clients.ts'

/** The scopes that a person has allowed, until the program exchanges its code. */
export type AllowedConnection = {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly projectId: string | null
  readonly budget: { readonly credits: number; readonly per: 'total' | 'month' } | null
}

/** Authorization codes, by their hash. A used one is kept until it would have expired: a second use ends the connection. */
export const oauthCodes = pgTable(
  'oauth_codes',
  {
    hash: bytes('hash').primaryKey(),
    userId: userId(),
    clientId: text('client_id')
      .notNull()
      .references(() => oauthClients.id, { onDelete: 'cascade' }),
    redirectUri: text('redirect_uri').notNull(),
    /** SHA-256 of the verifier of PKCE, as base64url. */
    challenge: text('challenge').notNull(),
    resource: text('resource').notNull(),
    allowed: jsonb('allowed').$type<AllowedConnection>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** The connection that it was exchanged for. */
    tokenId: uuid('token_id').references(() => apiTokens.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('oauth_codes_user').on(table.userId),
    index('oauth_codes_client').on(table.clientId),
    index('oauth_codes_token').on(table.tokenId),
  ],
)

/** Access and refresh tokens of connections, by their hash. */
export const oauthSecrets = pgTable(
  'oauth_secrets',
  {
    hash: bytes('hash').primaryKey(),
    userId: userId(),
    tokenId: uuid('token_id')
      .notNull()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When a refresh token was exchanged for the next one. */
    usedAt: moment('used_at'),
  },
  (table) => [index('oauth_secrets_user').on(table.userId), index('oauth_secrets_token').on(table.tokenId)],
)
