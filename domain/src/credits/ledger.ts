/** Where credits come from, in the order in which they are spent: what lapses first goes first. */
export const creditSources = ['daily', 'monthly', 'bought', 'signup'] as const
export type CreditSource = (typeof creditSources)[number]

/**
 * What an entry of the ledger says. A hold takes its amount out, a release puts it back, a settlement closes a hold with an
 * amount of 0, a lapse takes out what was not used in time.
 */
export const entryKinds = ['grant', 'hold', 'settlement', 'release', 'lapse'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Credits that were given together and lapse together. Amounts are hundredths of a credit. */
export type CreditLot = {
  readonly id: string
  readonly source: CreditSource
  /** The sum of all grants into it. */
  readonly granted: number
  /** The sum of all its entries; never below zero. */
  readonly remaining: number
  /** Milliseconds since 1970, UTC; null for never. */
  readonly expiresAt: number | null
}

/** An entry that is to be written. Entries are never changed. */
export type NewEntry = {
  readonly kind: EntryKind
  readonly lotId: string
  /** Hundredths of a credit. */
  readonly amount: number
  /** The hold that a settlement or a release ends; null for every other kind. */
  readonly closes: string | null
}

/** An entry that takes credits out until the picture is there, or is known not to come. */
export type Hold = { readonly id: string; readonly lotId: string; readonly amount: number }

/** Whether credits may no longer be spent. */
export const isExpired = ({ expiresAt }: Pick<CreditLot, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

/** What can be spent now, in hundredths of a credit. */
export const availableIn = (lots: readonly CreditLot[], now: number): number =>
  lots.reduce((sum, lot) => sum + (isExpired(lot, now) ? 0 : lot.remaining), 0)
