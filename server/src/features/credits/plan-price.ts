import type { UserId } from '#domain/account/user-id.ts'
import type { NewEntry } from '#domain/credits/ledger.ts'
import { planHolds } from '#domain/credits/plan-hold.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { Transaction } from '../../db/database.ts'
import { lockEvents } from '../../events/append-events.ts'
import { planOf } from '../billing/plan-of.ts'
import { accrueGrants } from './accrue-grants.ts'

/**
 * Plans what would be held of a user's lots for each image; 'free' where there is nothing to hold. Refused with the amount
 * missing for all of them together, in hundredths. Takes the lock of the user's events, and writes no hold. @param shares
 * Hundredths of a credit, one for each image.
 */
export async function planPrice(
  tx: Transaction,
  money: Money,
  { userId, shares }: { readonly userId: UserId; readonly shares: readonly number[] },
): AsyncResult<NewEntry[][] | 'free'> {
  if (money === 'off' || shares.every((share) => share === 0)) return success('free')
  await lockEvents(tx, userId)
  const now = money.now()
  const plan = await planOf(tx, userId, now)
  const lots = await accrueGrants(tx, { userId, plan, now, allowances: money.allowances })
  const planned = planHolds(lots, shares, now)
  return planned.ok ? planned : failure({ code: 'out-of-credits', data: { missing: planned.error.missing } })
}
