import { and, asc, eq } from 'drizzle-orm'
import type { ImageShape } from '#contract/cards/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { hasTexts, withoutTexts } from '#server/cards/hide-models.ts'
import { presentImage } from '#server/cards/present-image.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { imageFeedback } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'

/** Presents an image of the user with its feedback, without what a race hides. */
export async function presentFound(db: Querier, userId: UserId, imageId: string): Promise<Result<ImageShape, Refusal>> {
  const found = await findImage(db, userId, imageId)
  if (!found) return failure({ code: 'not-found' })
  const rows = await db
    .select({ feedbackType: imageFeedback.feedbackType })
    .from(imageFeedback)
    .where(eq(imageFeedback.imageId, imageId))
    .orderBy(asc(imageFeedback.createdAt))
  const image = presentImage(
    found.image,
    rows.map((row) => row.feedbackType),
  )
  if (!hasTexts(image)) return success(image)
  const hidden = await readHiddenCards(db, { userId, projectId: found.projectId })
  return success(hidden.has(image.generationId) ? withoutTexts(image) : image)
}

export type FeedbackInput = {
  readonly userId: UserId
  readonly imageId: string
  readonly feedbackType: ImageShape['feedback'][number]
  readonly wanted: 'given' | 'removed'
}

/** Adds or removes feedback; idempotent. */
export function setFeedback(db: UserDatabase | Transaction, input: FeedbackInput): AsyncResult<ImageShape> {
  const { userId, imageId, feedbackType } = input
  return refusableTransaction<ImageShape>(db, async (tx) => {
    const found = await findImage(tx, userId, imageId)
    if (!found) return failure({ code: 'not-found' })
    if (input.wanted === 'given')
      await tx.insert(imageFeedback).values({ imageId, feedbackType, userId }).onConflictDoNothing()
    else
      await tx
        .delete(imageFeedback)
        .where(and(eq(imageFeedback.imageId, imageId), eq(imageFeedback.feedbackType, feedbackType)))
    const image = await presentFound(tx, userId, imageId)
    if (!image.ok) return image
    const { generationId } = found.image
    const { feedback } = image.value
    await appendEvents(tx, userId, [
      { name: 'image-changed', projectId: found.projectId, generationId, imageId, feedback },
    ])
    return image
  })
}
