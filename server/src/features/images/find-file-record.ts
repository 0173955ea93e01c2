import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { type PictureRecord, pictureRecord } from '#contract/cards/picture-record.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'

/**
 * Finds how a file was made that its vendor signed, and that so holds no record: in the row of the user's image with the same file. Null
 * where there is none, whether or not another user has one.
 * @param sha256 Of the file, as hex.
 */
export async function findFileRecord(db: UserDatabase, userId: UserId, sha256: string): Promise<PictureRecord | null> {
  const [found] = await db
    .select({ record: generatedImages.fileRecord })
    .from(generatedImages)
    // Images have no project of their own: the rule of a token of one project is that of their cards.
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(
      and(
        eq(generatedImages.userId, userId),
        eq(generatedImages.fileSha256, sha256),
        isNotNull(generatedImages.fileRecord),
      ),
    )
    .orderBy(desc(generatedImages.createdAt))
    .limit(1)
  return pictureRecord.safeParse(found?.record).data ?? null
}
