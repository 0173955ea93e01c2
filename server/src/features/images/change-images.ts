import { eq } from 'drizzle-orm'
import { generationStatus } from '#domain/generation/status.ts'
import type { Transaction } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { appendEvents, type NewEvent } from '../../events/append-events.ts'
import { type ImageRow, presentImage } from './present-image.ts'

export type ImageChange = {
  readonly imageId: string
  readonly set: Partial<Omit<typeof generatedImages.$inferInsert, 'id' | 'userId' | 'generationId' | 'orderNum'>>
}

/** The event of an image's change: all that can change of it but feedback, which has its own call. */
function imageChanged(row: ImageRow, projectId: string): NewEvent {
  const {
    id,
    generationId,
    orderNum: _order,
    createdAt: _created,
    feedback: _feedback,
    ...changed
  } = presentImage(row, [])
  return { name: 'image-changed', projectId, generationId, imageId: id, ...changed }
}

/**
 * Changes images of one generation and tells the user's browsers: of each image, and of the generation where its status
 * follows. Locks the generation, so that two images that end at once agree on what it has become. To be called last in a
 * transaction, because it appends events.
 */
export async function changeImages(
  tx: Transaction,
  generationId: string,
  changes: readonly ImageChange[],
): Promise<void> {
  const [generation] = await tx
    .select({ userId: generations.userId, projectId: generations.projectId })
    .from(generations)
    .where(eq(generations.id, generationId))
    .for('no key update')
  if (!generation) return
  const before = await tx
    .select({ status: generatedImages.status, id: generatedImages.id })
    .from(generatedImages)
    .where(eq(generatedImages.generationId, generationId))
  const statuses = new Map(before.map((image) => [image.id, image.status]))
  const statusBefore = generationStatus([...statuses.values()])
  const events: NewEvent[] = []
  for (const { imageId, set } of changes) {
    const [row] = await tx.update(generatedImages).set(set).where(eq(generatedImages.id, imageId)).returning()
    if (!row) continue
    statuses.set(row.id, row.status)
    events.push(imageChanged(row, generation.projectId))
  }
  const status = generationStatus([...statuses.values()])
  if (status !== statusBefore)
    events.push({ name: 'generation-changed', projectId: generation.projectId, generationId, status })
  await appendEvents(tx, generation.userId, events)
}
