import { planHolds } from '#domain/credits/plan-hold.ts'
import { failure, success } from '#domain/result.ts'
import type { Transaction } from '../../db/database.ts'
import { lockEvents } from '../../events/append-events.ts'
import { planOf } from '../billing/plan-of.ts'
import type { Refusable } from '../refusal.ts'
import { writeEntries } from './credit-rows.ts'
import type { Money } from './money.ts'
import { settleAccount } from './settle-account.ts'

type Price = {
  readonly userId: string
  readonly generationId: string
  /** The images, each of which gets a share of its own. */
  readonly imageIds: readonly string[]
  /** Hundredths of a credit for each. */
  readonly share: number
}

/**
 * Holds the price of images in the transaction that asks for them; nothing is held where they are free. Refused with the
 * amount missing, in hundredths: the caller's transaction must then be rolled back.
 */
export async function holdPrice(
  tx: Transaction,
  money: Money,
  { userId, generationId, imageIds, share }: Price,
): Refusable<'held' | 'free'> {
  if (money === 'off' || share === 0) return success('free')
  await lockEvents(tx, userId)
  const now = money.now()
  const plan = await planOf(tx, userId, now)
  const lots = await settleAccount(tx, { userId, plan, now, allowances: money.allowances })
  const planned = planHolds(
    lots,
    imageIds.map(() => share),
    now,
  )
  if (!planned.ok) return failure({ code: 'out-of-credits', data: { missing: planned.error.missing } })
  const entries = planned.value.flatMap((holds, place) =>
    holds.map((hold) => ({ ...hold, generationId, imageId: imageIds[place] ?? '' })),
  )
  await writeEntries(tx, userId, entries)
  return success('held')
}
