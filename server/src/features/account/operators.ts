import { and, eq, ne, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { advisoryLocks } from '../../db/advisory-locks.ts'
import type { Querier, SystemDatabase, Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

/**
 * Whether a user runs this server: the first account, which a trigger names at its sign-up (migration 0050), or one that
 * `npm run admin -- operator` named. Written, and never derived from what can change.
 */
export async function isOperator(db: Querier, userId: UserId): Promise<boolean> {
  const [named] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isOperator, true)))
  return named !== undefined
}

const lastOne: Refusal = {
  code: 'conflict',
  message:
    'This is the only account that runs this server. Name another one first: npm run admin -- operator EMAIL on the server.',
}

/** Why an account has to stay an operator, namely as the last one; null where it does not, or is none. */
export async function lastOperatorRefusal(system: SystemDatabase, userId: UserId): Promise<Refusal | null> {
  if (!(await isOperator(system, userId))) return null
  const [other] = await system
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isOperator, true), ne(users.id, userId)))
    .limit(1)
  return other ? null : lastOne
}

/** Makes changes of who is an operator take turns, until the transaction ends: `lastOperatorRefusal` is true until then. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.operators})`)
}

/** Names a user as one who runs this server, or takes it back. One always remains. */
export function setOperator(
  db: SystemDatabase,
  userId: UserId,
  { isOperator: is }: { readonly isOperator: boolean },
): AsyncResult<null> {
  return refusableTransaction<null>(db, async (tx) => {
    await lockOperators(tx)
    const last = is ? null : await lastOperatorRefusal(db, userId)
    if (last) return failure(last)
    await tx.update(users).set({ isOperator: is }).where(eq(users.id, userId))
    return success(null)
  })
}
