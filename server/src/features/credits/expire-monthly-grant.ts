import { and, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { periodsOf } from '#domain/credits/grants-due.ts'
import type { Transaction } from '#server/db/database.ts'
import { creditLots } from '#server/db/schema/credits.ts'
import { writeEntries } from './credit-rows.ts'

/**
 * Removes what is left of this month's grant before the month ends. The caller has locked the user's events. @param afterwards
 * `same-period`: the plan continues without another grant this month. `new-period`: it has ended; a plan bought in the same month
 * gets a lot of its own.
 */
export async function expireMonthlyGrant(
  tx: Transaction,
  {
    userId,
    now,
    afterwards,
  }: { readonly userId: UserId; readonly now: number; readonly afterwards: 'same-period' | 'new-period' },
): Promise<void> {
  const { month } = periodsOf(now)
  const [lot] = await tx
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), eq(creditLots.source, 'monthly'), eq(creditLots.period, month.name)))
  if (!lot) return
  const { id: lotId, remaining } = lot
  if (remaining > 0) await writeEntries(tx, userId, [{ kind: 'lapse', lotId, amount: -remaining, closes: null }])
  const period = afterwards === 'new-period' ? `${month.name} ended ${lotId}` : month.name
  // Credits that a hold releases later expire with the rest.
  await tx
    .update(creditLots)
    .set({ period, expiresAt: new Date(now) })
    .where(eq(creditLots.id, lotId))
}
