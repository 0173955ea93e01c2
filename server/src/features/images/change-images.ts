import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { type GenerationStatus, generationStatus, type ImageStatus } from '#domain/generation/status.ts'
import { type ImageRow, presentImage } from '#server/cards/present-image.ts'
import type { Transaction } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { appendEvents, lockEvents, type NewEvent } from '../../events/append-events.ts'
import { creditsChanged } from '../credits/credits-changed.ts'
import { endHolds } from '../credits/end-holds.ts'
import { pursesChanged } from '../purses/purse-rows.ts'

export type ImageChange = {
  readonly imageId: string
  readonly set: Partial<Omit<typeof generatedImages.$inferInsert, 'id' | 'userId' | 'generationId' | 'orderNum'>>
}

/** The event of an image's change: every field that can change but feedback, which has its own call. */
function imageChanged(row: ImageRow, projectId: string): NewEvent {
  const {
    id,
    generationId,
    orderNum: _order,
    prompt: _prompt,
    createdAt: _created,
    feedback: _feedback,
    ...changed
  } = presentImage(row, [])
  return { name: 'image-changed', projectId, generationId, imageId: id, ...changed }
}

/** The statuses of a generation's images by their ids, as they are before the statement runs. */
const siblingStatuses = sql<Record<string, ImageStatus>>`(
  select json_object_agg(sibling.id, sibling.status) from generated_images sibling
  where sibling.generation_id = ${generatedImages.generationId})`

const statusOf = (statuses: Record<string, ImageStatus>) => generationStatus(Object.values(statuses))

/**
 * Changes images of one generation and appends the events: for each image, and for the generation where its status follows. Takes
 * the lock of the user's events first, so that two images that end at once agree on the status of their generation. The holds of
 * ended images are captured or released here, whatever ended them. Call it last in a transaction: nothing may be locked after the
 * events.
 */
export async function changeImages(
  tx: Transaction,
  { userId, generationId }: { readonly userId: UserId; readonly generationId: string },
  changes: readonly ImageChange[],
): Promise<void> {
  await lockEvents(tx, userId)
  const ended = changes.flatMap(({ imageId, set }) => (set.status ? [{ imageId, status: set.status }] : []))
  const { money, purseIds } = await endHolds(tx, userId, ended)
  const events: NewEvent[] = money === 'ended' ? [await creditsChanged(tx, userId)] : []
  let before: GenerationStatus | null = null
  let after: GenerationStatus | null = null
  let projectId = ''
  for (const { imageId, set } of changes) {
    const [changed] = await tx
      .update(generatedImages)
      .set(set)
      .from(generations)
      .where(and(eq(generatedImages.id, imageId), eq(generations.id, generatedImages.generationId)))
      .returning({ row: generatedImages, projectId: generations.projectId, statuses: siblingStatuses })
    if (!changed) continue
    const { row, statuses } = changed
    projectId = changed.projectId
    before ??= statusOf(statuses)
    after = statusOf({ ...statuses, [row.id]: row.status })
    events.push(imageChanged(row, projectId))
  }
  if (after !== null && after !== before)
    events.push({ name: 'generation-changed', projectId, generationId, status: after })
  if (purseIds.size > 0) events.push(...(await pursesChanged(tx, purseIds)))
  await appendEvents(tx, userId, events)
}
