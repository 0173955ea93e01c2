import { createHash } from 'node:crypto'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Querier, Transaction } from '../db/database.ts'
import { isTaken } from '../db/database-error.ts'
import type { AsyncResult, Refusal } from '../db/refusal.ts'
import { idempotencyKeys } from '../db/schema/events.ts'

/** The value of an Idempotency-Key header with the request it stands for. */
export type IdempotentRequest = { readonly key: string; readonly call: string; readonly body: unknown }

const dayMs = 86_400_000

const fingerprint = ({ call, body }: Omit<IdempotentRequest, 'key'>) =>
  createHash('sha256')
    .update(`${call}\n${JSON.stringify(body)}`)
    .digest('hex')

const ofKey = (userId: UserId, key: string) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))
const usedOtherwise = (key: string) =>
  failure<Refusal>({
    code: 'conflict',
    message: isKeyOfId(key) ? idInUse : 'This Idempotency-Key was used for another request.',
  })
const idInUse = 'This id is in use. Give another one.'

/** The key of a request that gives its result an id. A key of a header contains no space. */
export const keyOfId = (id: string) => `id ${id}`
const isKeyOfId = (key: string) => key.includes(' ')

/** The result of an earlier request of this key, and the detail that it has kept; null where there was none. */
export async function findEarlier(
  db: Querier,
  userId: UserId,
  request: IdempotentRequest | null,
): Promise<Result<{ readonly resultId: string; readonly detail: unknown } | null, Refusal>> {
  if (!request) return success(null)
  const [first] = await db.select().from(idempotencyKeys).where(ofKey(userId, request.key))
  if (!first || first.createdAt.getTime() < Date.now() - dayMs) return success(null)
  return first.request === fingerprint(request) ? success(first) : usedOtherwise(request.key)
}

/** The key of the newest request that asked for exactly the same, among the keys that start so; null where there is none. */
export async function findKeyOfSame(
  db: Querier,
  userId: UserId,
  { prefix, request, minutes }: { prefix: string; request: Omit<IdempotentRequest, 'key'>; minutes: number },
): Promise<string | null> {
  const [newest] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, userId),
        sql`starts_with(${idempotencyKeys.key}, ${prefix})`,
        eq(idempotencyKeys.request, fingerprint(request)),
        gt(idempotencyKeys.createdAt, sql`now() - ${`${minutes} minutes`}::interval`),
      ),
    )
    .orderBy(desc(idempotencyKeys.createdAt))
    .limit(1)
  return newest?.key ?? null
}

/** Keeps what a repeated request needs besides the id, in the transaction that claimed the key. */
export async function keepDetail(
  tx: Transaction,
  userId: UserId,
  { request, detail }: { readonly request: IdempotentRequest | null; readonly detail: unknown },
): Promise<void> {
  if (request) await tx.update(idempotencyKeys).set({ detail }).where(ofKey(userId, request.key))
}

/** The id of a new row, and the request that it is made for. */
type NewOnce = { readonly userId: UserId; readonly idempotency: IdempotentRequest | null; readonly id: string }

/** Frees the key of a request that has failed: a repetition of it is a first request. */
export async function freeKey(
  tx: Transaction,
  userId: UserId,
  { key, resultId }: { readonly key: string | null; readonly resultId: string },
): Promise<void> {
  if (key !== null)
    await tx.delete(idempotencyKeys).where(and(ofKey(userId, key), eq(idempotencyKeys.resultId, resultId)))
}

/**
 * Creates a row once for each key, in the transaction of the caller. @param make.create Writes the row with the id of `once`.
 * @param make.repeat Reads what the first request of the key has created, by its id.
 */
export async function createOnce<Value>(
  tx: Transaction,
  once: NewOnce,
  make: { create(): AsyncResult<Value>; repeat(id: string): AsyncResult<Value> },
): AsyncResult<Value> {
  const claimed = await claim(tx, once.userId, once.idempotency, once.id)
  if (!claimed.ok) return claimed
  if (!claimed.value.isFirst) return make.repeat(claimed.value.resultId)
  if (once.idempotency?.key === keyOfId(once.id)) {
    // Keys are kept for a day, ids for ever.
    const earlier = await make.repeat(once.id)
    if (earlier.ok) return earlier
  }
  return refuseTaken(() => make.create())
}

/** Refuses an id that is in use already, also by another account: the transaction has to end with it. */
export async function refuseTaken<Value>(create: () => AsyncResult<Value>): AsyncResult<Value> {
  try {
    return await create()
  } catch (error) {
    if (isTaken(error)) return failure({ code: 'conflict', message: idInUse })
    throw error
  }
}

/** Refuses to repeat a reply with a secret, which is not stored. */
export const refuseSecretAgain = async (id: string): Promise<Result<never, Refusal>> =>
  failure({
    code: 'conflict',
    message:
      'An earlier request with this Idempotency-Key created it. Its secret was in that reply alone: end it and create another.',
    data: { reason: 'secret-shown-once', id },
  })

/**
 * Claims a key for `resultId` in the transaction that makes the result. A request with the same key that runs at the same
 * time waits here until the first has committed.
 * @returns The id to answer with: `resultId` itself when it is the first, else what the first made; `conflict` when the key
 * was used for another body.
 */
export async function claimKey(
  tx: Transaction,
  userId: UserId,
  request: IdempotentRequest | null,
  resultId: string,
): Promise<Result<string, Refusal>> {
  const claimed = await claim(tx, userId, request, resultId)
  return claimed.ok ? success(claimed.value.resultId) : claimed
}

type Claimed = { readonly resultId: string; readonly isFirst: boolean }

async function claim(
  tx: Transaction,
  userId: UserId,
  request: IdempotentRequest | null,
  resultId: string,
): Promise<Result<Claimed, Refusal>> {
  if (!request) return success({ resultId, isFirst: true })
  const isKey = ofKey(userId, request.key)
  await tx.delete(idempotencyKeys).where(and(isKey, sql`created_at < now() - interval '24 hours'`))
  const row = { userId, key: request.key, request: fingerprint(request), resultId }
  const claimed = await tx.insert(idempotencyKeys).values(row).onConflictDoNothing().returning()
  if (claimed.length === 1) return success({ resultId, isFirst: true })
  const [first] = await tx.select().from(idempotencyKeys).where(isKey)
  if (first?.request === row.request) return success({ resultId: first.resultId, isFirst: false })
  return usedOtherwise(request.key)
}
