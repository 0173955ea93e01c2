import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { imageUrl } from '#contract/cards/image-url.ts'
import { uploadUrl } from '#contract/cards/upload.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { uploads } from '../../db/schema/uploads.ts'

/** Which of these images are finished and the user's, and their cards not in the trash. For a query that joins both tables. */
export const areOwnFinished = (userId: UserId, ids: readonly string[]) =>
  and(
    inArray(generatedImages.id, [...ids]),
    eq(generatedImages.userId, userId),
    eq(generatedImages.status, 'completed'),
    isNull(generations.deletedAt),
  )

/** The ids that are finished images of the user, not in the trash. */
async function ownImageIds(db: Querier, userId: UserId, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: generatedImages.id })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(areOwnFinished(userId, ids))
  return rows.map((row) => row.id)
}

/** Marks the ids that are uploads of the user as used, and returns them: used uploads are kept. */
async function markOwnUploadsUsed(tx: Transaction, userId: UserId, ids: readonly string[]): Promise<string[]> {
  const own = and(inArray(uploads.id, [...ids]), eq(uploads.userId, userId))
  // Locked in one order, so that two requests can't deadlock. What is used stays so: a purge that releases it waits.
  await tx.select({ id: uploads.id }).from(uploads).where(and(own, sql`is_used`)).orderBy(uploads.id).for('share')
  await tx.select({ id: uploads.id }).from(uploads).where(and(own, sql`not is_used`)).orderBy(uploads.id).for('update')
  await tx.update(uploads).set({ isUsed: true }).where(and(own, sql`not is_used`))
  const rows = await tx.select({ id: uploads.id }).from(uploads).where(own)
  return rows.map((row) => row.id)
}

/** Marks those of these pictures as used that are uploads or finished images of the user. @returns Their ids. */
export async function markPicturesThatAreOwn(
  tx: Transaction,
  userId: UserId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const uploaded = new Set(await markOwnUploadsUsed(tx, userId, ids))
  const others = ids.filter((id) => !uploaded.has(id))
  return others.length === 0 ? uploaded : new Set([...uploaded, ...(await ownImageIds(tx, userId, others))])
}

/**
 * Marks the pictures of a request as used. @param ids Of uploads or of finished images. @returns false when one of them is
 * missing or another user's; the transaction must be rolled back then.
 */
export async function markOwnPicturesUsed(tx: Transaction, userId: UserId, ids: readonly string[]): Promise<boolean> {
  const own = await markPicturesThatAreOwn(tx, userId, ids)
  return ids.every((id) => own.has(id))
}

/** The addresses of pictures, as thumbnails of 512 pixels, by their ids. An id that is no upload counts as an image. */
export async function pictureUrls(db: Querier, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, [...ids]))
  const uploaded = new Set(rows.map((row) => row.id))
  return new Map(ids.map((id) => [id, `${uploaded.has(id) ? uploadUrl(id) : imageUrl(id)}?size=512`]))
}
