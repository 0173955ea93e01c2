import { and, eq } from 'drizzle-orm'
import type { EditShape } from '#contract/edit.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { failure, success } from '#domain/result.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { type CanonicalMask, canonicalMask, invertedMask } from '../../pictures/canonical-mask.ts'
import { keysOfImage, originalKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused, markUsed } from '../files/unused-files.ts'
import { findImage } from '../images/find-image.ts'
import type { Refusable } from '../refusal.ts'
import { uploadAttempt } from '../uploads/store-upload.ts'

/** When the file of a mask is removed whose request was refused afterwards. */
const abandonedAfterSeconds = 3_600

/** A mask in its canonical form. Its file is stored; its row is written with the edit that it belongs to. */
export type PreparedMask = {
  /** The id of the upload that it becomes. */
  readonly id: string
  readonly box: Rect
  readonly byteSize: number
  readonly size: PixelSize
}

export type MaskDeps = { readonly storage: Storage; newId(): string }

/** The operations whose mask divides the picture in subject and background. */
const isOfBackground = (operation: EditOperation) =>
  operation === 'replace-background' || operation === 'remove-background'

/** Along so much of the edge a background is white: a subject may touch the rest. */
const mostOfTheEdge = 0.5

/**
 * White is what changes: the background. A background surrounds its subject, so a mask that is black along most of the picture's
 * edge is a selection of the subject.
 */
async function asBackground(mask: CanonicalMask, size: PixelSize): Promise<CanonicalMask> {
  return mask.whiteEdge > mostOfTheEdge ? mask : invertedMask(mask, size)
}

/** The size of a finished image of the user; null where there is none. */
async function sizeOf(db: Querier, userId: UserId, imageId: string): Promise<PixelSize | null> {
  const found = await findImage(db, userId, imageId)
  if (found?.image.status !== 'completed') return null
  const { width, height } = found.image
  return { width, height }
}

/**
 * Reads the mask of an edit, checks it against its picture, and stores it in its canonical form. Null without a mask, or where
 * mask or picture are not the user's: then the request is refused as not found. Before the transaction of the request: decoding
 * takes up to a second.
 */
export async function prepareMask(
  { storage, newId }: MaskDeps,
  db: Querier,
  asked: {
    readonly userId: UserId
    readonly edit: EditShape | null | undefined
    readonly imageId: string | null | undefined
    /** The size of an image whose row is written with the edit; left out: it has a row. */
    readonly size?: PixelSize
  },
): Refusable<PreparedMask | null> {
  const { userId, edit, imageId } = asked
  if (!edit?.maskUploadId || !imageId) return success(null)
  const size = asked.size ?? (await sizeOf(db, userId, imageId))
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, edit.maskUploadId), eq(uploads.userId, userId)))
  if (!size || !upload) return success(null)
  if (upload.mediaType !== 'image/png')
    return failure({ code: 'impossible', message: 'The mask must be a PNG: other files blur its edges.' })
  const bytes = await storage.get(originalKey(upload.id, uploadAttempt))
  if (!bytes) return success(null)
  const mask = await canonicalMask(bytes, size)
  if (!mask.ok) return failure({ code: 'impossible', message: mask.error })
  const { png, box } = isOfBackground(edit.operation) ? await asBackground(mask.value, size) : mask.value
  const id = newId()
  await markUnused(db, keysOfImage(id, uploadAttempt), { afterSeconds: abandonedAfterSeconds })
  await storage.put(originalKey(id, uploadAttempt), png)
  return success({ id, box, byteSize: png.byteLength, size })
}

/** Writes the row of a mask, with the edit that it belongs to. */
export async function insertMask(tx: Transaction, userId: UserId, mask: PreparedMask): Promise<void> {
  await tx.insert(uploads).values({
    id: mask.id,
    userId,
    ...mask.size,
    mediaType: 'image/png',
    byteSize: mask.byteSize,
    averageColor: '#808080',
    isUsed: true,
  })
  await markUsed(tx, keysOfImage(mask.id, uploadAttempt))
}
