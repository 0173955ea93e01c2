import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { ApiTokenShape } from '#contract/programs/api-token.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { accessPrefix, refreshPrefix } from '#domain/tokens/token-scope.ts'
import type { Querier, SystemDatabase, Transaction } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { oauthCodes, oauthSecrets } from '../../db/schema/oauth.ts'
import { tokenHash } from '../../db/token-hash.ts'
import { insertToken } from '../api-tokens/api-tokens.ts'

/** The life of an access token; the next one costs a request. In seconds. */
const accessSeconds = 3_600
/** The life of a connection that is not used. In seconds. */
const refreshSeconds = 90 * 86_400
/** Two windows of a program may refresh at once; only a later second use is taken for theft. */
const concurrentMs = 10_000

/** RFC 6749, 5.2, and RFC 8707, 2. */
export type GrantFault = { readonly error: 'invalid_grant' | 'invalid_target'; readonly text: string }

/** The tokens that a program gets. */
export type GrantedTokens = {
  readonly access: string
  readonly refresh: string
  /** In seconds. */
  readonly expiresIn: number
  /** Separated by spaces. */
  readonly scope: string
  /** The connection that is new with them, and whose it is. */
  readonly made: { readonly userId: UserId; readonly token: ApiTokenShape } | null
}

const refused = (text: string, error: GrantFault['error'] = 'invalid_grant') => failure<GrantFault>({ error, text })

/** The challenge of a verifier, by S256 (RFC 7636, 4.2). */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Gives a connection its next access token and refresh token. */
async function issue(
  tx: Transaction,
  { userId, tokenId, scopes, nowMs }: { userId: UserId; tokenId: string; scopes: readonly string[]; nowMs: number },
): Promise<GrantedTokens> {
  const make = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`
  const [access, refresh] = [make(accessPrefix), make(refreshPrefix)]
  const row = (kind: 'access' | 'refresh', secret: string, seconds: number) => ({
    hash: tokenHash(secret),
    userId,
    tokenId,
    kind,
    expiresAt: new Date(nowMs + seconds * 1_000),
  })
  await tx.insert(oauthSecrets).values([row('access', access, accessSeconds), row('refresh', refresh, refreshSeconds)])
  return { access, refresh, expiresIn: accessSeconds, scope: scopes.join(' '), made: null }
}

/** Ends a connection, in the same way as an API token: a trigger notifies every process. */
const end = (tx: Querier, tokenId: string) =>
  tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))

type ExchangeInput = {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
  /** Whether the `resource` of the request, if it has one, is this server's. */
  readonly isResource: boolean
  readonly resource: string
  readonly nowMs: number
}

/**
 * Exchanges a code for the tokens of a new connection. A code that is used a second time ends the connection that it was used for
 * (RFC 6749, 10.5).
 */
export function exchangeCode(db: SystemDatabase, input: ExchangeInput): Promise<Result<GrantedTokens, GrantFault>> {
  const { nowMs } = input
  return db.transaction(async (tx) => {
    const hash = tokenHash(input.code)
    const [code] = await tx.select().from(oauthCodes).where(eq(oauthCodes.hash, hash)).for('update')
    if (!code) return refused('The code is unknown or too old.')
    if (code.tokenId !== null) {
      await end(tx, code.tokenId)
      return refused('The code was used before: the connection was ended.')
    }
    if (code.expiresAt.getTime() <= nowMs) return refused('The code is too old.')
    if (code.clientId !== input.clientId) return refused('The code is for another client.')
    if (code.redirectUri !== input.redirectUri) return refused('redirect_uri is not that of the request.')
    if (!isSame(challengeOf(input.verifier), code.challenge)) return refused('code_verifier is wrong.')
    if (!input.isResource || code.resource !== input.resource)
      return refused('The code is for another resource.', 'invalid_target')
    const { userId, clientId, allowed, resource } = code
    const body = { ...allowed, scopes: [...allowed.scopes], expiresAt: null }
    const made = await insertToken(tx, { userId, body, nowMs, purseId: null, secret: { clientId, resource } })
    if (!made.ok) return refused(made.error.message ?? 'What was allowed is not possible any more.')
    const token = made.value
    await tx.update(oauthCodes).set({ tokenId: token.id }).where(eq(oauthCodes.hash, hash))
    const tokens = await issue(tx, { userId, tokenId: token.id, scopes: token.scopes, nowMs })
    return success({ ...tokens, made: { userId, token } })
  })
}

type RefreshInput = {
  readonly refresh: string
  readonly clientId: string
  readonly isResource: boolean
  readonly resource: string
  readonly nowMs: number
}

/** Exchanges a refresh token for the next tokens. It works once: a second use, unless at the same moment, ends the connection. */
export function refreshTokens(db: SystemDatabase, input: RefreshInput): Promise<Result<GrantedTokens, GrantFault>> {
  const { nowMs } = input
  return db.transaction(async (tx) => {
    const hash = tokenHash(input.refresh)
    const isIt = and(eq(oauthSecrets.hash, hash), eq(oauthSecrets.kind, 'refresh'))
    const [secret] = await tx.select().from(oauthSecrets).where(isIt).for('update')
    const [token] = secret ? await tx.select().from(apiTokens).where(eq(apiTokens.id, secret.tokenId)) : []
    if (!secret || !token || token.revokedAt)
      return refused('The refresh token is unknown, or its connection was ended.')
    if (token.clientId !== input.clientId) return refused('The refresh token is for another client.')
    if (secret.usedAt !== null) {
      if (nowMs - secret.usedAt.getTime() <= concurrentMs) return refused('The refresh token was used a moment ago.')
      await end(tx, token.id)
      return refused('The refresh token was used before: the connection was ended.')
    }
    if (secret.expiresAt.getTime() <= nowMs) return refused('The refresh token is too old.')
    if (!input.isResource || token.resource !== input.resource)
      return refused('The connection is for another resource.', 'invalid_target')
    await tx
      .update(oauthSecrets)
      .set({ usedAt: new Date(nowMs) })
      .where(isIt)
    const { userId, scopes } = token
    return success(await issue(tx, { userId, tokenId: token.id, scopes, nowMs }))
  })
}

/** Ends the connection of an access or refresh token (RFC 7009). @returns Its user; null where there was nothing to end. */
export async function revokeSecret(
  db: SystemDatabase,
  { secret, clientId }: { readonly secret: string; readonly clientId: string },
): Promise<UserId | null> {
  const [found] = await db
    .select({ tokenId: apiTokens.id, userId: apiTokens.userId, clientId: apiTokens.clientId })
    .from(oauthSecrets)
    .innerJoin(apiTokens, eq(apiTokens.id, oauthSecrets.tokenId))
    .where(eq(oauthSecrets.hash, tokenHash(secret)))
  // Compared here: PostgreSQL refuses a statement with NUL, and this id is sent by strangers.
  if (found?.clientId !== clientId) return null
  await end(db, found.tokenId)
  return found.userId
}

/** Removes codes and secrets that no longer work. Used ones stay as long as they would have worked, to notice a second use. */
export const sweepOAuthSecrets = sweepOf(
  { table: oauthCodes, where: lt(oauthCodes.expiresAt, sql`now() - interval '1 hour'`) },
  { table: oauthSecrets, where: lt(oauthSecrets.expiresAt, sql`now()`) },
)
