import { planHolds } from '#domain/credits/plan-hold.ts'
import type { Transaction } from '../../db/database.ts'
import { lockEvents } from '../../events/append-events.ts'
import { planOf } from '../billing/plan-of.ts'
import type { Refusal } from '../refusal.ts'
import type { Money } from './money.ts'
import { settleAccount } from './settle-account.ts'

/**
 * Why a person can't pay for several images together, with the amount missing; null where they can. Nothing is held: each
 * image's share is, when the image is asked for. Takes the lock of the user's events.
 * @param shares Hundredths of a credit, one for each image.
 */
export async function affordableRefusal(
  tx: Transaction,
  money: Money,
  { userId, shares }: { readonly userId: string; readonly shares: readonly number[] },
): Promise<Refusal | null> {
  if (money === 'off' || shares.every((share) => share === 0)) return null
  await lockEvents(tx, userId)
  const now = money.now()
  const plan = await planOf(tx, userId, now)
  const lots = await settleAccount(tx, { userId, plan, now, allowances: money.allowances })
  const planned = planHolds(lots, shares, now)
  return planned.ok ? null : { code: 'out-of-credits', data: { missing: planned.error.missing } }
}
