import { and, eq, isNull } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier } from '../db/database.ts'
import { generatedImages, generations } from '../db/schema/generations.ts'

/** One image of the user with its project; null where it does not exist, is another user's, or is in the trash. */
export async function findImage(db: Querier, userId: UserId, imageId: string) {
  const [found] = await db
    .select({ image: generatedImages, projectId: generations.projectId, model: generations.model })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(and(eq(generatedImages.id, imageId), eq(generatedImages.userId, userId), isNull(generations.deletedAt)))
  return found ?? null
}
