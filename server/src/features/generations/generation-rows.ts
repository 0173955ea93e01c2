import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier } from '../../db/database.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { presentImage } from '../images/present-image.ts'
import { presentGeneration } from './present-generation.ts'

async function selectImages(db: Querier, where: SQL | undefined): Promise<Map<string, ImageShape[]>> {
  const found = eq(generations.id, generatedImages.generationId)
  const rows = await db
    .select({ image: generatedImages })
    .from(generatedImages)
    .innerJoin(generations, found)
    .where(where)
    .orderBy(asc(generatedImages.generationId), asc(generatedImages.orderNum))
  const feedbackRows = await db
    .select({ imageId: imageFeedback.imageId, feedbackType: imageFeedback.feedbackType })
    .from(imageFeedback)
    .innerJoin(generatedImages, eq(generatedImages.id, imageFeedback.imageId))
    .innerJoin(generations, found)
    .where(where)
    .orderBy(asc(imageFeedback.createdAt))
  const feedback = Map.groupBy(feedbackRows, (row) => row.imageId)
  const images = rows.map(({ image }) =>
    presentImage(
      image,
      (feedback.get(image.id) ?? []).map((row) => row.feedbackType),
    ),
  )
  return Map.groupBy(images, (image) => image.generationId)
}

/** Generations with their images, newest first, in the trash or not. */
async function selectAny(db: Querier, registry: ModelRegistry, where: SQL | undefined): Promise<GenerationShape[]> {
  const rows = await db
    .select()
    .from(generations)
    .where(where)
    .orderBy(desc(generations.createdAt), desc(generations.id))
  const images = await selectImages(db, where)
  return rows.map((row) => presentGeneration(row, images.get(row.id) ?? [], registry))
}

/** Generations with their images, newest first; those in the trash are left out. */
export const selectGenerations = (db: Querier, registry: ModelRegistry, where: SQL | undefined) =>
  selectAny(db, registry, and(where, isNull(generations.deletedAt)))

/** The same of those in the trash alone. */
export const selectDeletedGenerations = (db: Querier, registry: ModelRegistry, where: SQL | undefined) =>
  selectAny(db, registry, and(where, isNotNull(generations.deletedAt)))

/** One generation of the user; null where it does not exist, is another user's, or is in the trash. */
export async function findGeneration(
  deps: { db: Querier; registry: ModelRegistry },
  userId: UserId,
  generationId: string,
): Promise<GenerationShape | null> {
  const where = and(eq(generations.id, generationId), eq(generations.userId, userId))
  const [generation] = await selectGenerations(deps.db, deps.registry, where)
  return generation ?? null
}

/** The prompts of the project's last completed generations, oldest first, at most five. */
export async function recentPrompts(db: Querier, projectId: string): Promise<string[]> {
  const completed = db
    .select({ id: generatedImages.generationId })
    .from(generatedImages)
    .where(and(eq(generatedImages.generationId, generations.id), eq(generatedImages.status, 'completed')))
  const rows = await db
    .select({ prompt: generations.prompt })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), isNull(generations.deletedAt), inArray(generations.id, completed)))
    .orderBy(desc(generations.createdAt))
    .limit(5)
  return rows.map((row) => row.prompt).reverse()
}
