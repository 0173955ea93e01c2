import { and, eq } from 'drizzle-orm'
import { type UploadKind, type UploadShape, uploadUrl } from '#contract/cards/upload.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { uploads } from '../../db/schema/uploads.ts'
import type { Admit } from '../../operations/admission.ts'
import { type RefusedPicture, withCleanPicture, withMaskForms } from '../../pictures/clean-picture.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { Storage } from '../../storage/storage.ts'
import { storeForms } from '../edits/masks.ts'
import { storeOriginal } from '../files/unused-files.ts'
import { claimKey, type IdempotentRequest } from '../idempotency.ts'
import { insertUploads, type UploadRows, uploadAttempt } from './upload-files.ts'

/** Presents an upload, field by field. */
const presentUpload = (row: typeof uploads.$inferSelect): UploadShape => ({
  id: row.id,
  width: row.width,
  height: row.height,
  mediaType: row.mediaType,
  averageColor: row.averageColor,
  url: uploadUrl(row.id),
})

export type StoreUploadDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  newId(): string
}

type UploadInput = {
  readonly userId: UserId
  /** Path of the uploaded file; it is only read. */
  readonly path: string
  readonly idempotency: IdempotentRequest | null
  /** Room in memory for it. */
  readonly admit: Admit
}

async function storePicture(
  { db, storage, thumbnailer }: StoreUploadDeps,
  id: string,
  { userId, path, admit }: UploadInput,
): Promise<Result<UploadRows, RefusedPicture>> {
  return withCleanPicture(path, admit, async ({ bytes, picture }) => {
    const file = { imageId: id, attempt: uploadAttempt }
    await storeOriginal({ db, storage }, file, bytes)
    await thumbnailer.makeAll(file, picture.preview)
    const { width, height, averageColor } = picture
    const mediaType = picture.mediaType as UploadShape['mediaType']
    return [{ id, userId, width, height, averageColor, mediaType, byteSize: bytes.byteLength }]
  })
}

async function storeMask(
  deps: StoreUploadDeps,
  id: string,
  { userId, path, admit }: UploadInput,
): Promise<Result<UploadRows, RefusedPicture>> {
  return withMaskForms(path, admit, async (forms) => {
    const { rows, masks } = await storeForms(deps, { id, userId, forms })
    return rows.map((row) => (row.id === id ? { ...row, mask: masks } : row))
  })
}

const storeOf = { picture: storePicture, mask: storeMask } satisfies Record<UploadKind, unknown>

/** Stores an upload: a picture cleaned, with its thumbnails, or a mask in its canonical forms; then its rows. */
export async function storeUpload(
  deps: StoreUploadDeps,
  input: UploadInput & { readonly kind: UploadKind },
): AsyncResult<UploadShape> {
  const { db } = deps
  const { userId } = input
  const id = deps.newId()
  const stored = await storeOf[input.kind](deps, id, input)
  if (!stored.ok) return stored
  return refusableTransaction<UploadShape>(db, async (tx) => {
    const claimed = await claimKey(tx, userId, input.idempotency, id)
    if (!claimed.ok) return claimed
    if (claimed.value === id) {
      await insertUploads(tx, stored.value)
    }
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, claimed.value), eq(uploads.userId, userId)))
    return row ? success(presentUpload(row)) : failure({ code: 'not-found' })
  })
}
