import type { UserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import type { Transaction } from '../../db/database.ts'
import type { Refusable } from '../refusal.ts'
import { writeEntries } from './credit-rows.ts'
import type { Money } from './money.ts'
import { planPrice } from './plan-price.ts'

type Price = {
  readonly userId: UserId
  readonly generationId: string
  /** The images, each of which gets its own share. */
  readonly imageIds: readonly string[]
  /** Hundredths of a credit for each. */
  readonly share: number
  /** The API token that asks for it, whose budget counts it; null: the person. */
  readonly tokenId: string | null
  /** The purse that pays, which the caller has claimed; null: none. */
  readonly purseId: string | null
}

/**
 * Holds the price of images in the transaction that requests them; nothing is held where they are free. Refused with the missing
 * amount, in hundredths: the caller's transaction must then be rolled back.
 */
export async function holdPrice(
  tx: Transaction,
  money: Money,
  { userId, generationId, imageIds, share, tokenId, purseId }: Price,
): Refusable<'held' | 'free'> {
  const shares = imageIds.map(() => share)
  const planned = await planPrice(tx, money, { userId, shares })
  if (!planned.ok) return planned
  if (planned.value === 'free') return success('free')
  const entries = planned.value.flatMap((holds, place) =>
    holds.map((hold) => ({ ...hold, generationId, imageId: imageIds[place] ?? '', tokenId, purseId })),
  )
  await writeEntries(tx, userId, entries)
  return success('held')
}
