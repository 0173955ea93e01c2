import { and, eq } from 'drizzle-orm'
import { periodsOf } from '#domain/credits/grants-due.ts'
import type { Transaction } from '../../db/database.ts'
import { creditLots } from '../../db/schema/credits.ts'
import { writeEntries } from './credit-rows.ts'

/**
 * Takes out what is left of this month's units before the month ends. The caller has locked the user's events.
 * @param afterwards `kept`: the plan goes on and gets no more this month. `anew`: it has ended; one that is bought in the same
 * month begins a lot of its own.
 */
export async function lapseMonth(
  tx: Transaction,
  { userId, now, afterwards }: { readonly userId: string; readonly now: number; readonly afterwards: 'kept' | 'anew' },
): Promise<void> {
  const { month } = periodsOf(now)
  const [lot] = await tx
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), eq(creditLots.source, 'monthly'), eq(creditLots.period, month.name)))
  if (!lot) return
  const { id: lotId, remaining } = lot
  if (remaining > 0) await writeEntries(tx, userId, [{ kind: 'lapse', lotId, amount: -remaining, closes: null }])
  const period = afterwards === 'anew' ? `${month.name} ended ${lotId}` : month.name
  // What comes back from a hold lapses with the rest.
  await tx
    .update(creditLots)
    .set({ period, expiresAt: new Date(now) })
    .where(eq(creditLots.id, lotId))
}
