import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreditsShape, LedgerEntryShape } from '#contract/money/credits.ts'
import type { TestClient } from './test-client.ts'

/** An image of the built-in engine costs 2 credits here, so a Go costs 8. */
export const priced = { SKETCH_CREDITS: '2' }
/** The price of one image, in hundredths of a credit. */
export const share = 200

/** The credits of a user. */
export const creditsOf = async (person: TestClient): Promise<CreditsShape> =>
  (await person.send<CreditsShape>('GET', '/api/credits')).body

/** A user's entries, the oldest first. */
export const ledgerOf = async (person: TestClient): Promise<LedgerEntryShape[]> =>
  (await person.send<{ items: LedgerEntryShape[] }>('GET', '/api/credits/ledger')).body.items.toReversed()

/** Kind, amount and source of the entries for the images of a card, by image index. */
export const rowsOf = (entries: readonly LedgerEntryShape[], { images }: GenerationShape): string[][] =>
  images.map(({ id }) =>
    entries.filter(({ imageId }) => imageId === id).map(({ kind, amount, source }) => `${kind} ${amount} ${source}`),
  )

/** The entries of one image: held, captured, released. */
export const hold = `hold -${share} daily`
export const settled = [hold, 'settlement 0 daily']
export const released = [hold, `release ${share} daily`]
