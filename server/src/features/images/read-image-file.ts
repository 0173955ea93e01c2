import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { failure, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { openPicture } from '../../pictures/inspect-picture.ts'
import { readRecord, writeRecord } from '../../pictures/picture-record.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ThumbnailSize } from '../../pictures/thumbnails.ts'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import type { Refusable } from '../refusal.ts'

export type ImageFileRequest = {
  readonly userId: string
  readonly imageId: string
  readonly size: ThumbnailSize | 'original'
  readonly format: 'stored' | 'png' | 'bare-png'
}

/** A file that is ready to be sent. Its bytes never change, so the tag needs only its name. */
export type ImageFile = {
  readonly mediaType: string
  readonly byteSize: number
  readonly etag: string
  read(range?: ByteRange): Readable | Uint8Array
}

/** A file whose bytes have been read. */
export const inMemory = (bytes: Uint8Array, mediaType: string, etag: string): ImageFile => ({
  mediaType,
  byteSize: bytes.byteLength,
  etag,
  read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
})

type StoredImage = {
  id: string
  attempt: number
  storage_key: string
  media_type: string | null
  in_trash: boolean
}

/** An image of the user's whose picture is there, also one in the trash. */
const storedImage = statement<StoredImage, { userId: string; imageId: string }>(
  ['userId', 'imageId'],
  ({ userId, imageId }) => sql`
    select images.id, attempt, storage_key, media_type, deleted_at is not null as in_trash
    from generated_images images join generations on generations.id = generation_id
    where images.id = ${imageId} and images.user_id = ${userId} and storage_key is not null`,
)

/**
 * The picture of an image of the user's: the original as it was delivered, the same as PNG, with the record of how it was made
 * or bare, or a thumbnail as WebP.
 */
export async function readImageFile(
  { db, storage, thumbnailer }: { db: Database; storage: Storage; thumbnailer: Thumbnailer },
  request: ImageFileRequest,
): Refusable<ImageFile> {
  // The list of the trash shows small pictures; everything else of it is out of sight until it is put back.
  const [image] = await storedImage(db, { userId: request.userId, imageId: request.imageId })
  if (!image || (image.in_trash && request.size === 'original')) return failure({ code: 'not-found' })
  const etag = `"${image.id}-${image.attempt}-${request.size}-${request.format}"`
  if (request.size !== 'original') {
    const thumbnail = await thumbnailer.read({ imageId: image.id, attempt: image.attempt }, request.size)
    return thumbnail ? success(inMemory(thumbnail, 'image/webp', etag)) : failure({ code: 'not-found' })
  }
  const key = image.storage_key
  const mediaType = image.media_type ?? 'application/octet-stream'
  if (request.format === 'bare-png' || (request.format === 'png' && mediaType !== 'image/png')) {
    const original = await storage.get(key)
    if (!original) return failure({ code: 'not-found' })
    const png = await openPicture(original).autoOrient().png().toBuffer()
    const record = request.format === 'bare-png' ? null : await readRecord(original)
    return success(inMemory(record === null ? png : writeRecord(png, record), 'image/png', etag))
  }
  const byteSize = await storage.size(key)
  if (byteSize === null) return failure({ code: 'not-found' })
  return success({ mediaType, byteSize, etag, read: (range) => storage.read(key, range) })
}
