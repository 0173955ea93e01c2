import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { Querier } from '../../db/database.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import { presentImage } from '../images/present-image.ts'
import { type HidingDeps, readModelHider } from '../series/hide-models.ts'
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

/** Generations of a user with their images, newest first, in the trash or not; models hidden by races have aliases. */
async function selectAny(deps: HidingDeps, userId: UserId, found: SQL | undefined): Promise<GenerationShape[]> {
  const { db, registry } = deps
  const where = and(found, eq(generations.userId, userId))
  const rows = await db
    .select()
    .from(generations)
    .where(where)
    .orderBy(desc(generations.createdAt), desc(generations.id))
  const images = await selectImages(db, where)
  const projectIds = new Set(rows.map(({ projectId }) => projectId))
  const [first] = projectIds
  if (first === undefined) return []
  const hider = await readModelHider(deps, { userId, projectId: projectIds.size === 1 ? first : null })
  return rows.map((row) => hider.generation(presentGeneration(row, images.get(row.id) ?? [], registry)))
}

/**
 * Generations of a user with their images, newest first, except those in the trash; models hidden by races have
 * aliases.
 */
export const selectGenerations = (deps: HidingDeps, userId: UserId, where: SQL | undefined) =>
  selectAny(deps, userId, and(where, isNull(generations.deletedAt)))

/** The same of those in the trash alone. */
export const selectDeletedGenerations = (deps: HidingDeps, userId: UserId, where: SQL | undefined) =>
  selectAny(deps, userId, and(where, isNotNull(generations.deletedAt)))

/** One generation of the user; null where it does not exist, is another user's, or is in the trash. */
export async function findGeneration(
  deps: HidingDeps,
  userId: UserId,
  generationId: string,
): Promise<GenerationShape | null> {
  const [generation] = await selectGenerations(deps, userId, eq(generations.id, generationId))
  return generation ?? null
}

/** The prompts of the project's last completed generations, oldest first, at most five; names of files are no prompts, and those of edits are about one picture. */
export async function recentPrompts(db: Querier, projectId: string): Promise<string[]> {
  const completed = db
    .select({ id: generatedImages.generationId })
    .from(generatedImages)
    .where(and(eq(generatedImages.generationId, generations.id), eq(generatedImages.status, 'completed')))
  const rows = await db
    .select({ prompt: generations.prompt })
    .from(generations)
    .where(
      and(
        eq(generations.projectId, projectId),
        ne(generations.model, noModel),
        isNull(generations.edit),
        isNull(generations.deletedAt),
        inArray(generations.id, completed),
      ),
    )
    .orderBy(desc(generations.createdAt))
    .limit(5)
  return rows.map((row) => row.prompt).reverse()
}
