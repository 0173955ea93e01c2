import { type CreditLot, type Hold, isExpired, type NewEntry } from './ledger.ts'

/** `settled`: the picture is there. `released`: it is not, and nobody pays. */
export type HoldEnd = 'settled' | 'released'

/**
 * The entries that end a hold. What is released after its lot has lapsed lapses at once: it would have, had it never been
 * held.
 */
export function closeHold(
  { hold, lot }: { readonly hold: Hold; readonly lot: Pick<CreditLot, 'expiresAt'> },
  end: HoldEnd,
  now: number,
): NewEntry[] {
  const { id: closes, lotId, amount } = hold
  if (end === 'settled') return [{ kind: 'settlement', lotId, amount: 0, closes }]
  const released: NewEntry = { kind: 'release', lotId, amount: -amount, closes }
  return isExpired(lot, now) ? [released, { kind: 'lapse', lotId, amount, closes: null }] : [released]
}

/** Takes out what is left in lots whose time is over. */
export const planLapses = (lots: readonly CreditLot[], now: number): NewEntry[] =>
  lots
    .filter((lot) => lot.remaining > 0 && isExpired(lot, now))
    .map((lot) => ({ kind: 'lapse', lotId: lot.id, amount: -lot.remaining, closes: null }))
