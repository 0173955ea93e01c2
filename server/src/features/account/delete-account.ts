import { sql } from 'drizzle-orm'
import { guestDays } from '#domain/account/guest.ts'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import type { Round } from '../../background/runner.ts'
import type { SystemDatabase, UserDatabase } from '../../db/database.ts'
import { markDeleted } from './mark-deleted.ts'
import { isOperator, lastOperatorRefusal, lockOperators } from './operators.ts'
import { type Passwords, requirePassword } from './passwords.ts'

/**
 * Deletes an account: from this transaction on nothing leads to it, its email is free, and its sessions, tokens and keys are gone.
 * `removeAccountsTask` ends its payments and removes its rows and files afterwards, however many there are. Refused for the last
 * operator, and where this server can't end the payments. @param password Null for a guest, who has none.
 */
export async function deleteAccount(
  deps: {
    readonly db: UserDatabase
    readonly system: SystemDatabase
    readonly passwords: Passwords
    readonly billing: BillingProvider
  },
  { userId, password }: { readonly userId: UserId; readonly password: string | null },
): AsyncResult<{ deleted: number; ids: string[] }> {
  if (password !== null) {
    const known = await requirePassword(deps.passwords, { userId, password, field: 'password' })
    if (!known.ok) return known
  }
  const refusal = (await lastOperatorRefusal(deps.system, userId)) ?? (await deps.billing.endingRefusal(userId))
  if (refusal) return failure(refusal)
  return refusableTransaction<{ deleted: number; ids: string[] }>(deps.db, async (tx) => {
    if (await isOperator(tx, userId)) {
      await lockOperators(tx)
      const lastNow = await lastOperatorRefusal(deps.system, userId)
      if (lastNow) return failure(lastNow)
    }
    const isDeleted = await markDeleted(tx, userId)
    return success(isDeleted ? { deleted: 1, ids: [userId] } : { deleted: 0, ids: [] })
  })
}

/** A guest without a session, whom nothing can bring back, since as long as an unused session lasts. */
const isIdleGuest = sql`is_guest and deleted_at is null and created_at < now() - make_interval(days => ${guestDays})
  and not exists (select 1 from sessions where sessions.user_id = users.id and sessions.expires_at > now())`

/** Deletes idle guests like accounts, each in a transaction of its own: one that can't be deleted now delays no other. */
export async function sweepIdleGuests(db: SystemDatabase, { items, signal }: Round): Promise<void> {
  const idle = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from users where ${isIdleGuest} order by created_at limit ${guestsAtOnce}`,
  )
  for (const { id } of idle.rows) {
    if (signal.aborted) return
    await items.attempt(`guest ${id}`, () =>
      db.transaction(async (tx) => {
        // Locks out a confirmation of the guest's email; not `for update`, which would wait for rows that refer to this one.
        const still = await tx.execute(sql`select 1 from users where id = ${id} and ${isIdleGuest} for no key update`)
        if (still.rows.length > 0) await markDeleted(tx, asUserId(id))
      }),
    )
  }
}
/** Guests that one sweep deletes; the next one follows in ten minutes. */
const guestsAtOnce = 200
