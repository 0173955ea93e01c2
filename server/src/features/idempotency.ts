import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Transaction } from '../db/database.ts'
import { idempotencyKeys } from '../db/schema/events.ts'
import type { Refusal } from './refusal.ts'

/** The value of an Idempotency-Key header with the request it stands for. */
export type IdempotentRequest = { readonly key: string; readonly call: string; readonly body: unknown }

const fingerprint = ({ call, body }: IdempotentRequest) =>
  createHash('sha256')
    .update(`${call}\n${JSON.stringify(body)}`)
    .digest('hex')

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
  if (!request) return success(resultId)
  const ofKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, request.key))
  await tx.delete(idempotencyKeys).where(and(ofKey, sql`created_at < now() - interval '24 hours'`))
  const row = { userId, key: request.key, request: fingerprint(request), resultId }
  const claimed = await tx.insert(idempotencyKeys).values(row).onConflictDoNothing().returning()
  if (claimed.length === 1) return success(resultId)
  const [first] = await tx.select().from(idempotencyKeys).where(ofKey)
  if (first?.request === row.request) return success(first.resultId)
  return failure({ code: 'conflict', message: 'This Idempotency-Key was used for another request.' })
}
