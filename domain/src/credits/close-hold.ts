import { type CreditLot, type Hold, isExpired, type NewEntry } from './ledger.ts'

/** `captured`: the image was delivered and is paid. `released`: it was not, and costs nothing. */
export type HoldEnd = 'captured' | 'released'

/**
 * Returns the entries that end a hold. A release after the lot has expired expires at once, as if it had never been
 * held.
 */
export function closeHold(
  { hold, lot }: { readonly hold: Hold; readonly lot: Pick<CreditLot, 'expiresAt'> },
  end: HoldEnd,
  now: number,
): NewEntry[] {
  const { id: closes, lotId, amount } = hold
  if (end === 'captured') return [{ kind: 'settlement', lotId, amount: 0, closes }]
  const released: NewEntry = { kind: 'release', lotId, amount: -amount, closes }
  return isExpired(lot, now) ? [released, { kind: 'lapse', lotId, amount, closes: null }] : [released]
}

/** Removes what is left in expired lots. */
export const planExpiries = (lots: readonly CreditLot[], now: number): NewEntry[] =>
  lots
    .filter((lot) => lot.remaining > 0 && isExpired(lot, now))
    .map((lot) => ({ kind: 'lapse', lotId: lot.id, amount: -lot.remaining, closes: null }))
