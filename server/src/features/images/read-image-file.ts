import type { Readable } from 'node:stream'
import { failure, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import { openPicture } from '../../pictures/inspect-picture.ts'
import { readRecord, writeRecord } from '../../pictures/picture-record.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ThumbnailSize } from '../../pictures/thumbnails.ts'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import type { Refusable } from '../refusal.ts'
import { findImage, findImageOrTrash } from './find-image.ts'

export type ImageFileRequest = {
  readonly userId: string
  readonly imageId: string
  readonly size: ThumbnailSize | 'original'
  readonly format: 'stored' | 'png'
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

/** The picture of an image of the user's: the original as it was delivered, the same as PNG, or a thumbnail as WebP. */
export async function readImageFile(
  { db, storage, thumbnailer }: { db: Database; storage: Storage; thumbnailer: Thumbnailer },
  request: ImageFileRequest,
): Refusable<ImageFile> {
  // The list of the trash shows small pictures; everything else of it is out of sight until it is put back.
  const find = request.size === 'original' ? findImage : findImageOrTrash
  const found = await find(db, request.userId, request.imageId)
  if (!found?.image.storageKey) return failure({ code: 'not-found' })
  const { image } = found
  const etag = `"${image.id}-${image.attempt}-${request.size}-${request.format}"`
  if (request.size !== 'original') {
    const thumbnail = await thumbnailer.read({ imageId: image.id, attempt: image.attempt }, request.size)
    return thumbnail ? success(inMemory(thumbnail, 'image/webp', etag)) : failure({ code: 'not-found' })
  }
  const key = found.image.storageKey
  const mediaType = image.mediaType ?? 'application/octet-stream'
  if (request.format === 'png' && mediaType !== 'image/png') {
    const original = await storage.get(key)
    if (!original) return failure({ code: 'not-found' })
    const png = await openPicture(original).autoOrient().png().toBuffer()
    const record = await readRecord(original)
    return success(inMemory(record === null ? png : writeRecord(png, record), 'image/png', etag))
  }
  const byteSize = await storage.size(key)
  if (byteSize === null) return failure({ code: 'not-found' })
  return success({ mediaType, byteSize, etag, read: (range) => storage.read(key, range) })
}
