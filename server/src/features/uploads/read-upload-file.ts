import { and, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ThumbnailSize } from '../../pictures/thumbnails.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ImageFile, inMemory } from '../images/read-image-file.ts'
import { uploadAttempt } from './upload-files.ts'

/** The picture of an upload of the user: as it is stored, or a thumbnail as WebP. */
export async function readUploadFile(
  { db, storage, thumbnailer }: { db: UserDatabase; storage: Storage; thumbnailer: Thumbnailer },
  { userId, uploadId, size }: { userId: UserId; uploadId: string; size: ThumbnailSize | 'original' },
): AsyncResult<ImageFile> {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.userId, userId)))
  if (!upload) return failure({ code: 'not-found' })
  const etag = `"${uploadId}-${size}"`
  if (size !== 'original') {
    const thumbnail = await thumbnailer.read({ imageId: uploadId, attempt: uploadAttempt }, size)
    return thumbnail ? success(inMemory(thumbnail, 'image/webp', etag)) : failure({ code: 'not-found' })
  }
  const { mediaType, byteSize } = upload
  const key = originalKey(uploadId, uploadAttempt)
  return success({ mediaType, byteSize, etag, read: (range) => storage.read(key, range) })
}
