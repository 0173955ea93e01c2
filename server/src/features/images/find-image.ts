import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Querier } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'

async function selectImage(db: Querier, userId: string, imageId: string, where?: SQL) {
  const [found] = await db
    .select({ image: generatedImages, projectId: generations.projectId, model: generations.model })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(and(eq(generatedImages.id, imageId), eq(generatedImages.userId, userId), where))
  return found ?? null
}

/** One image of the user's with its project; null where there is none, it is somebody else's, or it is in the trash. */
export const findImage = (db: Querier, userId: string, imageId: string) =>
  selectImage(db, userId, imageId, isNull(generations.deletedAt))

/** The same, also of what is in the trash: the list of the trash shows pictures. */
export const findImageOrTrash = (db: Querier, userId: string, imageId: string) => selectImage(db, userId, imageId)
