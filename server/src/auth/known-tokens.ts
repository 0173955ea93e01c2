import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { hasAccessForm, hasTokenForm, type TokenScope } from '#domain/tokens/token-scope.ts'
import type { SystemDatabase } from '../db/database.ts'
import { apiTokens } from '../db/schema/api-tokens.ts'
import { oauthSecrets } from '../db/schema/oauth.ts'
import { tokenHash } from '../db/token-hash.ts'
import type { Log } from '../operations/log.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'

/** The rights of a request with a token, and its user. */
export type TokenCaller = {
  readonly id: string
  readonly userId: UserId
  /** The name that its owner gave it. */
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** The one project that it reaches; null: all. */
  readonly projectId: string | null
  /** The purse that it is bound to, in the one project; null: none. */
  readonly purseId: string | null
  /** Milliseconds since 1970; null: it works until it is ended. */
  readonly expiresMs: number | null
  /** The only address where it works, of a connection by OAuth; null: everywhere. */
  readonly resource: string | null
}

/** A cache of tokens for a few seconds, invalidated when one ends or its user goes. */
export type KnownTokens = Omit<KeptAnswers<TokenCaller>, 'find'> & {
  /** The open token with this secret; null where there is none. Notes that it was used. */
  find(secret: string): Promise<TokenCaller | null>
}

/** The time of the last use is shown to the minute. */
const noteEveryMs = 60_000

const isOpen = and(isNull(apiTokens.revokedAt), or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)))

const callerOf = (row: typeof apiTokens.$inferSelect, expiresAt: Date | null): TokenCaller => {
  const { id, userId, name, scopes, projectId, purseId, resource } = row
  return { id, userId, name, scopes, projectId, purseId, resource, expiresMs: expiresAt?.getTime() ?? null }
}

/**
 * The open token of a hash, or the open connection of an access token. Looked up before it is known whose it is, hence outside of any
 * user's scope.
 */
async function findToken(db: SystemDatabase, key: string): Promise<TokenCaller | null> {
  const hash = Buffer.from(key.slice(1), 'base64')
  if (key.startsWith('t')) {
    const [row] = await db
      .select()
      .from(apiTokens)
      .where(and(eq(apiTokens.hash, hash), isOpen))
    return row ? callerOf(row, row.expiresAt) : null
  }
  const isAccess = and(eq(oauthSecrets.hash, hash), eq(oauthSecrets.kind, 'access'))
  const [found] = await db
    .select({ row: apiTokens, expiresAt: oauthSecrets.expiresAt })
    .from(oauthSecrets)
    .innerJoin(apiTokens, eq(apiTokens.id, oauthSecrets.tokenId))
    .where(and(isAccess, gt(oauthSecrets.expiresAt, sql`now()`), isOpen))
  return found ? callerOf(found.row, found.expiresAt) : null
}

/** The kind of a secret, of a token or of access by OAuth, and its hash: no secret stays in memory. */
function keyOf(secret: string): string | null {
  const kind = hasTokenForm(secret) ? 't' : hasAccessForm(secret) ? 'o' : null
  return kind && `${kind}${tokenHash(secret).toString('base64')}`
}

/**
 * @param deps.seconds How long an answer may be used again.
 * @param deps.now Milliseconds since 1970.
 */
export function createKnownTokens(deps: {
  readonly db: SystemDatabase
  readonly log: Log
  readonly seconds: number
  readonly now: () => number
}): KnownTokens {
  const answers = createKeptAnswers<TokenCaller>({
    look: (key) => findToken(deps.db, key),
    seconds: deps.seconds,
    now: deps.now,
    about: ({ userId, expiresMs }) => ({ userId, endsMs: expiresMs ?? Number.POSITIVE_INFINITY }),
  })
  /** When this process has noted the use of each token, in milliseconds since 1970. */
  const notedAt = new Map<string, number>()

  function noteUse({ id }: TokenCaller): void {
    const now = deps.now()
    if (now - (notedAt.get(id) ?? 0) < noteEveryMs) return
    // Ended tokens leave it with the others; an active one is noted once more than needed.
    if (notedAt.size >= maxNoted) notedAt.clear()
    notedAt.set(id, now)
    // Another process may have noted it. Not awaited: the request does not depend on it.
    const isOld = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, sql`now() - interval '1 minute'`))
    deps.db
      .update(apiTokens)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiTokens.id, id), isOld))
      .then(undefined, (error: unknown) => deps.log.warn({ err: error }, 'the use of a token could not be noted'))
  }

  return {
    ...answers,
    async find(secret) {
      const key = keyOf(secret)
      const found = key === null ? null : await answers.find(key)
      if (found) noteUse(found)
      return found
    },
  }
}
const maxNoted = 20_000
