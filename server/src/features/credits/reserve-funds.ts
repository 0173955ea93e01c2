import type { UserId } from '#domain/account/user-id.ts'
import type { NewEntry } from '#domain/credits/ledger.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { Transaction } from '../../db/database.ts'
import { claimBudget } from '../api-tokens/claim-budget.ts'
import { capRefusal } from '../branch-caps/cap-refusal.ts'
import { lockProject } from '../projects/lock-project.ts'
import { claimPurse } from '../purses/claim-purse.ts'
import { writeEntries } from './credit-rows.ts'
import { planPrice } from './plan-price.ts'

/** The accounts that pay for images: the user's own, and those that bound what a program may spend. */
type Payers = {
  readonly userId: UserId
  /** The API token that asks, whose budget counts it; null: the user. */
  readonly tokenId: string | null
  /** The purse that pays; null: none. */
  readonly purseId: string | null
}

/** The images of one card that are about to be requested. */
type Expense = Payers & {
  readonly projectId: string
  /** The card, which need not be stored yet. */
  readonly generationId: string
  readonly imageIds: readonly string[]
  /** The price of each image, in hundredths of a credit; 0 where it is free. */
  readonly share: number
  /** The card whose branch pays: the parent of a new card, or the card itself; null for a card without a parent. */
  readonly branchOf: string | null
}

/** Funds that will pay. `makerName`: the token's, as it is called now; null for the user. */
type Claimed = { readonly makerName: string | null; readonly plan: NewEntry[][] | 'free' }

/**
 * Checks that a purse, a token and the user's credits pay for images, and locks them in the documented order (purses, API tokens,
 * events) until the transaction ends: of two concurrent requests the second sees what the first has held. Holds nothing. For a
 * caller that reserves the parts one by one: it is refused as a whole. @param shares Hundredths of a credit, one for each image.
 */
export async function claimFunds(
  tx: Transaction,
  money: Money,
  { userId, tokenId, purseId, shares }: Payers & { readonly shares: readonly number[] },
): AsyncResult<Claimed> {
  const price = shares.reduce((sum, share) => sum + share, 0)
  const purse = purseId === null ? null : await claimPurse(tx, { userId, purseId, price })
  if (purse && !purse.ok) return purse
  const maker = await claimBudget(tx, { tokenId, purseId, price })
  if (!maker.ok) return maker
  const planned = await planPrice(tx, money, { userId, shares })
  return planned.ok ? success({ makerName: maker.value, plan: planned.value }) : planned
}

/**
 * Reserves the price of images: the one way to spend credits. Takes every lock in the documented order (projects, then those of
 * `claimFunds`; a caller locks jobs and generations before), checks the caps of the branch, and holds each image's share. Nothing
 * may be locked afterwards. Refused with what is missing, in hundredths: the caller's transaction must then be rolled back.
 */
export async function reserveFunds(
  tx: Transaction,
  money: Money,
  { projectId, generationId, imageIds, share, branchOf, ...payers }: Expense,
): AsyncResult<{ readonly makerName: string | null; readonly held: 'held' | 'free' }> {
  await lockProject(tx, projectId)
  const shares = imageIds.map(() => share)
  const capped = await capRefusal(tx, { generationId: branchOf, price: share * imageIds.length })
  if (capped) return failure(capped)
  const claimed = await claimFunds(tx, money, { ...payers, shares })
  if (!claimed.ok) return claimed
  const { makerName, plan } = claimed.value
  if (plan === 'free') return success({ makerName, held: 'free' })
  const { userId, tokenId, purseId } = payers
  const entries = plan.flatMap((holds, index) =>
    holds.map((hold) => ({ ...hold, generationId, imageId: imageIds[index] ?? '', tokenId, purseId })),
  )
  await writeEntries(tx, userId, entries)
  return success({ makerName, held: 'held' })
}
