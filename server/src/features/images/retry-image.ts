import { eq } from 'drizzle-orm'
import type { ImageShape } from '#contract/cards/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { sizeBeyondPlan } from '#domain/credits/plan-limit.ts'
import { imagePrice } from '#domain/credits/price.ts'
import { editPrice } from '#domain/edit/model-edits.ts'
import { canRetry } from '#domain/generation/status.ts'
import type { Model } from '#domain/models/model.ts'
import { isPaidByUser } from '#domain/models/provider-keys.ts'
import { failure } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { withoutModel } from '#server/cards/hide-models.ts'
import type { GenerationRow } from '#server/cards/present-generation.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import type { Money } from '#server/models/money.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'
import { enqueueJobs } from '../../jobs/job.ts'
import { keepAccount } from '../account/lock-account.ts'
import { planOf } from '../billing/plan-of.ts'
import { creditsChanged } from '../credits/credits-changed.ts'
import { reserveFunds } from '../credits/reserve-funds.ts'
import type { EditorDeps } from '../edits/editors.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { type PersonLimits, queueRefusal, tokenQueueRefusal } from '../limits/person-limits.ts'
import { lockProject } from '../projects/lock-project.ts'
import { noteMissing } from '../purses/claim-purse.ts'
import { findPurse, pursesChanged } from '../purses/purse-rows.ts'
import { changeImages } from './change-images.ts'
import { checkRetry } from './check-retry.ts'
import { presentFound } from './feedback.ts'

/**
 * Charges the price of the card, whatever the model costs by now: the user has seen that one. A card that was free because of a
 * removed key costs what the model does.
 */
function shareOf(
  { price, resolution, edit }: GenerationRow,
  { count, model }: { count: number; model: Model },
): number {
  if (price > 0) return Math.floor(price / count)
  return edit ? editPrice(model, edit.operation, '1K') : imagePrice(model, resolution)
}

/**
 * The purse that pays for a Retry: that of the card, as long as it has not ended. Of one that has ended, or was removed, the user
 * pays for what they try again themselves; a program is refused. @returns Null where no purse pays.
 */
async function purseOf(tx: Transaction, { userId, purseId }: GenerationRow, madeBy: string | null) {
  if (purseId === null || madeBy !== null) return purseId
  const purse = await findPurse(tx, userId, purseId)
  return purse === null || purse.state === 'ended' ? null : purseId
}

const countImages = (tx: Transaction, generationId: string) =>
  tx.$count(generatedImages, eq(generatedImages.generationId, generationId))

type RetryDeps = EditorDeps & { db: UserDatabase; money: Money; limits: PersonLimits; newId(): string }
type FailedImage = {
  readonly userId: UserId
  readonly imageId: string
  /** The API token that asks for it; null: the person. */
  readonly madeBy: string | null
  readonly idempotency: IdempotentRequest | null
}

/** Adds an attempt at an image that ended without a picture. The generation's other images are not touched. */
export async function retryImage(deps: RetryDeps, input: FailedImage): AsyncResult<ImageShape> {
  const result = await addAttempt(deps, input)
  if (!result.ok) await noteMissing(deps.db, input.userId, result.error)
  const found = result.ok ? null : await findImage(deps.db, input.userId, input.imageId)
  if (!found) return result
  const hidden = await readHiddenCards(deps.db, { userId: input.userId, projectId: found.projectId })
  return hidden.has(found.image.generationId) ? withoutModel(result) : result
}

function addAttempt(deps: RetryDeps, input: FailedImage): AsyncResult<ImageShape> {
  const { userId, imageId, idempotency } = input
  const id = deps.newId()
  return refusableTransaction<ImageShape>(deps.db, async (tx) => {
    const gone = await keepAccount(tx, userId)
    if (gone) return failure(gone)
    return createOnce(
      tx,
      { userId, idempotency, id },
      { create: () => insertAttempt(tx, deps, input), repeat: () => presentFound(tx, userId, imageId) },
    )
  })
}

async function insertAttempt(
  tx: Transaction,
  deps: RetryDeps,
  { userId, imageId, madeBy }: FailedImage,
): AsyncResult<ImageShape> {
  const before = await findImage(tx, userId, imageId)
  if (!before) return failure({ code: 'not-found' })
  await lockProject(tx, before.projectId)
  // Of two concurrent Retries the second waits here, and sees the first one's result.
  const [generation] = await tx
    .select()
    .from(generations)
    .where(eq(generations.id, before.image.generationId))
    .for('no key update')
  const found = await findImage(tx, userId, imageId)
  if (!found || !generation) return failure({ code: 'not-found' })
  const { image } = found
  if (!canRetry(image.status)) {
    const message = `Only a failed or cancelled image can be tried again; this one is ${image.status}.`
    return failure({ code: 'conflict', message })
  }
  const own = await ownKeysOf(tx, userId)
  const checked = await checkRetry(tx, deps, { generation, chooser: { userId, own } })
  if (!checked.ok) return checked
  const { model, size } = checked.value
  const isWithinAnyPlan = generation.edit && (model.isBuiltIn || generation.edit.operation !== 'upscale')
  // A card may come from an installation with another plan.
  const beyond =
    deps.money === 'off' || isWithinAnyPlan ? null : sizeBeyondPlan(await planOf(tx, userId, deps.money.now()), size)
  if (beyond) return failure({ code: 'plan-limit', message: beyond })
  const attempt = image.attempt + 1
  const { generationId } = image
  const ownKey = isPaidByUser(model, own)
  const { provider, connection } = model
  const job = { userId, generationId, imageId, attempt, provider, connectionId: connection?.id ?? null, madeBy }
  const full =
    (await queueRefusal(tx, { userId, most: deps.limits.queued, more: 1 })) ??
    (await tokenQueueRefusal(tx, { tokenId: madeBy, most: deps.limits.queued, more: 1 }))
  if (full) return failure(full)
  const count = await countImages(tx, generationId)
  const purseId = await purseOf(tx, generation, madeBy)
  const reserved = await reserveFunds(tx, deps.money, {
    ...{ userId, projectId: found.projectId, generationId, imageIds: [imageId], tokenId: madeBy, purseId },
    share: ownKey ? 0 : shareOf(generation, { count, model }),
    branchOf: generationId,
  })
  if (!reserved.ok) return reserved
  await enqueueJobs(tx, [{ ...job, keyOwner: ownKey ? userId : null }])
  const set = { status: 'queued' as const, attempt, errorCode: null, errorMessage: null, ...size }
  await changeImages(tx, { userId, generationId }, [{ imageId, set }])
  if (reserved.value.held === 'held')
    await appendEvents(tx, userId, [
      await creditsChanged(tx, userId),
      ...(purseId === null ? [] : await pursesChanged(tx, [purseId])),
    ])
  return presentFound(tx, userId, imageId)
}
