/** The sources of credits, in the order in which they are spent: what expires first is spent first. */
export const creditSources = ['daily', 'monthly', 'bought', 'signup'] as const
export type CreditSource = (typeof creditSources)[number]

/**
 * The kind of a ledger entry. A hold takes its amount out, a release returns it, a settlement closes a hold with an
 * amount of 0, a lapse removes expired credits.
 */
export const entryKinds = ['grant', 'hold', 'settlement', 'release', 'lapse'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The calls of a language model that are paid with credits. */
export const languagePurposes = ['improved-prompt', 'description'] as const
export type LanguagePurpose = (typeof languagePurposes)[number]

/** Credits that were granted together and expire together. Amounts are hundredths of a credit. */
export type CreditLot = {
  readonly id: string
  readonly source: CreditSource
  /** The sum of all its grants. */
  readonly granted: number
  /** The sum of all its entries; never below zero. */
  readonly remaining: number
  /** Milliseconds since 1970, UTC; null for never. */
  readonly expiresAt: number | null
}

/** An entry to write. Entries are never changed. */
export type NewEntry = {
  readonly kind: EntryKind
  readonly lotId: string
  /** Hundredths of a credit. */
  readonly amount: number
  /** The hold that a settlement or a release ends; null for every other kind. */
  readonly closes: string | null
}

/** An entry that takes credits out until the picture is delivered or has failed. */
export type Hold = { readonly id: string; readonly lotId: string; readonly amount: number }

/** Whether the credits have expired. */
export const isExpired = ({ expiresAt }: Pick<CreditLot, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

/** The available amount, in hundredths of a credit. */
export const availableIn = (lots: readonly CreditLot[], now: number): number =>
  lots.reduce((sum, lot) => sum + (isExpired(lot, now) ? 0 : lot.remaining), 0)
