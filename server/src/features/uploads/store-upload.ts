import { and, eq } from 'drizzle-orm'
import { type UploadShape, uploadUrl } from '#contract/upload.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { UserDatabase } from '../../db/database.ts'
import { uploads } from '../../db/schema/uploads.ts'
import type { Admit } from '../../operations/admission.ts'
import { withCleanPicture } from '../../pictures/clean-picture.ts'
import { keysOfImage, originalKey } from '../../pictures/picture-keys.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused, markUsed } from '../files/unused-files.ts'
import { claimKey, type IdempotentRequest } from '../idempotency.ts'
import { type Refusable, refusableTransaction } from '../refusal.ts'

/** Presents an upload, field by field. */
const presentUpload = (row: typeof uploads.$inferSelect): UploadShape => ({
  id: row.id,
  width: row.width,
  height: row.height,
  mediaType: row.mediaType,
  averageColor: row.averageColor,
  url: uploadUrl(row.id),
})

/** An upload has no second attempt: its files are named like those of an image's first. */
export const uploadAttempt = 1

/** When files are removed that a server left by dying before the row was written. */
const abandonedAfterSeconds = 3_600

export type StoreUploadDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  newId(): string
}

/**
 * Stores an upload: cleaned, with its thumbnails, then its row. @param input.path The path of the uploaded file; it is only read.
 * @param input.admit Room in memory for it.
 */
export async function storeUpload(
  deps: StoreUploadDeps,
  input: { userId: UserId; path: string; idempotency: IdempotentRequest | null; admit: Admit },
): Refusable<UploadShape> {
  const { db, storage, thumbnailer } = deps
  const { userId } = input
  const id = deps.newId()
  const keys = keysOfImage(id, uploadAttempt)
  const stored = await withCleanPicture(input.path, input.admit, async ({ bytes, picture }) => {
    await markUnused(db, keys, { afterSeconds: abandonedAfterSeconds })
    await storage.put(originalKey(id, uploadAttempt), bytes)
    await thumbnailer.makeAll({ imageId: id, attempt: uploadAttempt }, picture.preview)
    const { width, height, averageColor } = picture
    const mediaType = picture.mediaType as UploadShape['mediaType']
    return { id, userId, width, height, averageColor, mediaType, byteSize: bytes.byteLength }
  })
  if (!stored.ok) return stored
  return refusableTransaction<UploadShape>(db, async (tx) => {
    const claimed = await claimKey(tx, userId, input.idempotency, id)
    if (!claimed.ok) return claimed
    if (claimed.value === id) {
      await tx.insert(uploads).values(stored.value)
      await markUsed(tx, keys)
    }
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, claimed.value), eq(uploads.userId, userId)))
    return row ? success(presentUpload(row)) : failure({ code: 'not-found' })
  })
}
