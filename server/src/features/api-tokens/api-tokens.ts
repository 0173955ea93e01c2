import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ApiTokenShape, CreatedTokenShape, CreateTokenBody } from '#contract/programs/api-token.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { budgetStart } from '#domain/tokens/token-budget.ts'
import { maxTokens, shownCharacters, tokenPrefix, tokenScopes } from '#domain/tokens/token-scope.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { Database, Querier, Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { tokenHash } from '../../db/token-hash.ts'
import { appendEvents } from '../../events/append-events.ts'
import { createOnce, type IdempotentRequest, refuseSecretAgain } from '../idempotency.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { pursesChanged } from '../purses/purse-rows.ts'
import { spentByTokens } from './token-spent.ts'

type TokenRow = typeof apiTokens.$inferSelect

/** Presents a token, field by field: its hash never leaves the server. @param spent Hundredths of a credit. */
function presentToken(row: TokenRow, spent: number): ApiTokenShape {
  const { budget, budgetPer } = row
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    kind: row.clientId === null ? 'token' : 'connection',
    scopes: row.scopes,
    projectId: row.projectId,
    purseId: row.purseId,
    budget:
      budget === null || budgetPer === null ? null : { credits: budget / 100, per: budgetPer, spent: spent / 100 },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

async function presentTokens(db: Querier, rows: readonly TokenRow[]): Promise<ApiTokenShape[]> {
  const bounded = rows.filter(({ budget }) => budget !== null)
  const spent = await spentByTokens(
    db,
    new Map(bounded.map(({ id, budgetPer }) => [id, budgetStart(budgetPer, Date.now())])),
  )
  return rows.map((row) => presentToken(row, spent.get(row.id) ?? 0))
}

/** Tokens of programs; those of runs of the assistant are in no list. */
const isListed = (userId: UserId) =>
  and(eq(apiTokens.userId, userId), eq(apiTokens.kind, 'program'), isNull(apiTokens.revokedAt))

/** The open tokens of a user, also expired ones, the newest first. */
export async function listTokens(db: Querier, userId: UserId): Promise<ApiTokenShape[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(isListed(userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return presentTokens(db, rows)
}

/** The email of a user; null where the user is gone. */
export async function ownerEmail(db: Querier, userId: UserId): Promise<string | null> {
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return owner?.email ?? null
}

/** One open token of a user; null where there is none. */
export async function findToken(db: Querier, userId: UserId, tokenId: string): Promise<ApiTokenShape | null> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
  const [token] = await presentTokens(db, rows)
  return token ?? null
}

const budgetColumns = (budget: CreateTokenBody['budget']) => ({
  budget: budget && Math.round(budget.credits * 100),
  budgetPer: budget?.per ?? null,
})

/** The open tokens of a user, those of connections among them. */
export async function countTokens(db: Querier, userId: UserId): Promise<number> {
  const [open] = await db.select({ count: count() }).from(apiTokens).where(isListed(userId))
  return open?.count ?? 0
}

type NewToken = {
  readonly id?: string
  readonly userId: UserId
  readonly body: CreateTokenBody
  readonly nowMs: number
  /** The purse that it is bound to; null: none. */
  readonly purseId: string | null
  /** The secret of an API token; of a connection its program, and the one address where it works. */
  readonly secret: string | { readonly clientId: string; readonly resource: string }
}

/** Adds the row of a token or of a connection, which have the same rights. Concurrent requests take turns at the limit. */
export async function insertToken(
  tx: Transaction,
  { id, userId, body, nowMs, purseId, secret }: NewToken,
): AsyncResult<ApiTokenShape> {
  const { name, projectId, budget } = body
  const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt)
  if (expiresAt && expiresAt.getTime() <= nowMs) {
    const message = 'Choose a time that is still to come.'
    return failure({ code: 'invalid', message, data: { issues: [{ path: ['expiresAt'], message }] } })
  }
  if (projectId !== null && !(await isOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, ${lockSeeds.tokens}))`)
  if ((await countTokens(tx, userId)) >= maxTokens)
    return failure({ code: 'conflict', message: `You have ${maxTokens} tokens. End one of them first.` })
  const [row] = await tx
    .insert(apiTokens)
    .values({
      ...(id !== undefined && { id }),
      userId,
      name,
      ...(typeof secret === 'string'
        ? { prefix: secret.slice(0, shownCharacters), hash: tokenHash(secret) }
        : { prefix: '', ...secret }),
      scopes: tokenScopes.filter((scope) => body.scopes.includes(scope)),
      projectId,
      purseId,
      ...budgetColumns(budget),
      expiresAt,
    })
    .returning()
  if (!row) throw new Error('An insert answers its row.')
  return success(presentToken(row, 0))
}

type CreateTokenInput = {
  readonly userId: UserId
  readonly body: CreateTokenBody
  readonly nowMs: number
  readonly idempotency: IdempotentRequest | null
}

/** Creates a token. Its secret is in this result alone: only its hash is stored. */
export function createToken(
  { db, newId }: { readonly db: Database; newId(): string },
  { idempotency, ...wanted }: CreateTokenInput,
): AsyncResult<CreatedTokenShape> {
  const id = newId()
  return refusableTransaction<CreatedTokenShape>(db, (tx) =>
    createOnce(
      tx,
      { userId: wanted.userId, idempotency, id },
      {
        create: () => createTokenIn(tx, { ...wanted, id, purseId: null }),
        repeat: refuseSecretAgain,
      },
    ),
  )
}

/** The same in the caller's transaction, which has found the purse that it is bound to, if any, to be the user's. */
export async function createTokenIn(tx: Transaction, wanted: Omit<NewToken, 'secret'>): AsyncResult<CreatedTokenShape> {
  const secret = `${tokenPrefix}${randomBytes(32).toString('base64url')}`
  const made = await insertToken(tx, { ...wanted, secret })
  return made.ok ? success({ token: made.value, secret }) : made
}

/** Renames an open token, or changes its budget, also to less than it has spent: then it can spend nothing more. */
export async function changeToken(
  db: Querier,
  {
    userId,
    tokenId,
    name,
    budget,
  }: {
    readonly userId: UserId
    readonly tokenId: string
    readonly name?: string | undefined
    readonly budget?: CreateTokenBody['budget'] | undefined
  },
): AsyncResult<ApiTokenShape> {
  const isOpen = and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt))
  const set = { ...(name !== undefined && { name }), ...(budget !== undefined && budgetColumns(budget)) }
  if (Object.keys(set).length > 0) await db.update(apiTokens).set(set).where(isOpen)
  const token = await findToken(db, userId, tokenId)
  return token ? success(token) : failure({ code: 'not-found' })
}

/** Whether a token of the user works: neither ended nor expired. */
export async function isOpenToken(
  db: Querier,
  { userId, tokenId }: { readonly userId: UserId; readonly tokenId: string },
): Promise<boolean> {
  const isNotExpired = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`))
  const open = and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt), isNotExpired)
  return (await db.$count(apiTokens, open)) > 0
}

/** Ends a token; a purse that it was bound to has none then. A trigger notifies every process when this commits. */
export function endToken(
  db: Querier,
  { userId, tokenId }: { readonly userId: UserId; readonly tokenId: string },
): AsyncResult<{ deleted: number; ids: string[] }> {
  return refusableTransaction<{ deleted: number; ids: string[] }>(db, async (tx) => {
    const ended = await tx
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id, purseId: apiTokens.purseId })
    if (ended.length === 0) return failure({ code: 'not-found' })
    await appendEvents(
      tx,
      userId,
      await pursesChanged(
        tx,
        ended.flatMap(({ purseId }) => purseId ?? []),
      ),
    )
    return success({ deleted: ended.length, ids: ended.map(({ id }) => id) })
  })
}

/** Ends every token of programs of a user, connections and those of purses among them. @returns How many. */
export async function endAllTokens(tx: Transaction, userId: UserId): Promise<number> {
  const ended = await tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(isListed(userId))
    .returning({ purseId: apiTokens.purseId })
  const ofPurses = ended.flatMap(({ purseId }) => purseId ?? [])
  if (ofPurses.length > 0) await appendEvents(tx, userId, await pursesChanged(tx, ofPurses))
  return ended.length
}
