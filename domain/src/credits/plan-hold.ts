import { failure, type Result, success } from '../result.ts'
import { availableIn, type CreditLot, creditSources, isExpired, type NewEntry } from './ledger.ts'

/**
 * Today's credits before the month's, those before bought ones, the sign-up's last; of two alike the one that expires
 * first.
 */
export const inSpendingOrder = (lots: readonly CreditLot[]): CreditLot[] =>
  lots.toSorted(
    (a, b) =>
      creditSources.indexOf(a.source) - creditSources.indexOf(b.source) ||
      (a.expiresAt ?? Number.POSITIVE_INFINITY) - (b.expiresAt ?? Number.POSITIVE_INFINITY) ||
      (a.id < b.id ? -1 : 1),
  )

/**
 * Takes each share out of the lots: for every share its holds, more than one where a lot ends within it.
 * @param shares Hundredths of a credit, one for each picture; a share of 0 needs no hold.
 * @returns The holds of each share, or the amount missing for all of them together, in hundredths.
 */
export function planHolds(
  lots: readonly CreditLot[],
  shares: readonly number[],
  now: number,
): Result<NewEntry[][], { readonly missing: number }> {
  const wanted = shares.reduce((sum, share) => sum + share, 0)
  const missing = wanted - availableIn(lots, now)
  if (missing > 0) return failure({ missing })
  const open = inSpendingOrder(lots.filter((lot) => !isExpired(lot, now))).map((lot) => ({ ...lot }))
  return success(
    shares.map((share) => {
      const holds: NewEntry[] = []
      let rest = share
      for (const lot of open) {
        const amount = Math.min(rest, lot.remaining)
        if (amount <= 0) continue
        lot.remaining -= amount
        rest -= amount
        holds.push({ kind: 'hold', lotId: lot.id, amount: -amount, closes: null })
      }
      return holds
    }),
  )
}
