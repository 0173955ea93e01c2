import { and, eq, isNull } from 'drizzle-orm'
import type { EditShape } from '#contract/cards/edit.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Querier, SystemDatabase, UserDatabase } from '../../db/database.ts'
import { type StoredMask, type StoredMasks, uploads } from '../../db/schema/uploads.ts'
import type { WorkLimits } from '../../operations/work-limits.ts'
import { type CanonicalMask, type MaskForms, readMask } from '../../pictures/canonical-mask.ts'
import { maskMustBePng } from '../../pictures/clean-picture.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { withStoredPicture } from '../../pictures/stored-picture.ts'
import type { Storage } from '../../storage/storage.ts'
import { storeOriginal } from '../files/unused-files.ts'
import { insertUploads, type UploadRows, uploadAttempt } from '../uploads/upload-files.ts'

const maskIsGone = 'The mask is damaged or not here any more. Draw it again.'

/** A mask of an edit as its row has it; `raw`: its upload has not been read as a mask yet. */
export type ResolvedMask = StoredMask | 'raw'

/** Rolls a transaction back that needs a mask which is not canonical yet: decoding belongs before it. */
export class RawMask extends Error {
  override readonly name = 'RawMask'
  readonly uploadId: string
  readonly userId: UserId
  constructor(uploadId: string, userId: UserId) {
    super('The mask is not canonical yet.')
    this.uploadId = uploadId
    this.userId = userId
  }
}

/** Edits whose mask divides the picture in subject and background, either of which may be white. */
const isOfBackground = ({ operation, maskUse }: EditShape) =>
  operation === 'replace-background' || (operation === 'remove-background' && maskUse !== 'exact')

/** Reads the mask of an edit and checks it against its picture. Null: it has none. @param size Of the picture, upright. */
export async function findMask(
  db: Querier,
  { userId, edit, size }: { readonly userId: UserId; readonly edit: EditShape; readonly size: PixelSize },
): AsyncResult<ResolvedMask | null> {
  if (!edit.maskUploadId) return success(null)
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, edit.maskUploadId), eq(uploads.userId, userId)))
  if (!upload) return failure({ code: 'not-found' })
  const { width, height, mediaType, mask } = upload
  if (mediaType !== 'image/png') return failure({ code: 'impossible', message: maskMustBePng })
  if (width !== size.width || height !== size.height)
    return failure({
      code: 'impossible',
      message: `The mask has ${width} × ${height} pixels and the picture ${size.width} × ${size.height}. Draw it on this picture.`,
    })
  if (mask === null) return success('raw')
  if ('fault' in mask) return failure({ code: 'impossible', message: mask.fault })
  return success(isOfBackground(edit) ? mask.background : mask.change)
}

type StoreMaskDeps = { readonly db: Querier; readonly storage: Storage; newId(): string }

export type MaskDeps = StoreMaskDeps & {
  /** Not a transaction. */
  readonly db: UserDatabase | SystemDatabase
  readonly work: Pick<WorkLimits, 'of'>
}

/** A mask whose files are stored, and the rows that name them. */
export type StoredForms = {
  readonly rows: UploadRows
  readonly masks: StoredMasks
}

/** Stores the files of a mask; its rows are inserted by `insertUploads`. @param input.id Of the upload that holds `change`. */
export async function storeForms(
  { db, storage, newId }: StoreMaskDeps,
  { id, userId, forms }: { readonly id: string; readonly userId: UserId; readonly forms: MaskForms },
): Promise<StoredForms> {
  const { size, change, inverse } = forms
  const store = async (formId: string, { png, box }: CanonicalMask) => {
    await storeOriginal({ db, storage }, { imageId: formId, attempt: uploadAttempt }, png)
    const row = { id: formId, userId, ...size, mediaType: 'image/png', averageColor: '#808080' } as const
    return { row: { ...row, byteSize: png.byteLength }, mask: { id: formId, box } }
  }
  const first = await store(id, change)
  const second = inverse && (await store(newId(), inverse))
  return {
    rows: second ? [first.row, { ...second.row, isUsed: true }] : [first.row],
    masks: { change: first.mask, background: (second ?? first).mask },
  }
}

/**
 * Makes an upload canonical that was sent as a plain picture, for instance to an older release. The picture stays as it is: it may be
 * a reference as well. Outside of transactions, and once for each upload: a mask that can't be used is stored as its fault.
 */
async function canonicalize(deps: MaskDeps, { uploadId, userId }: RawMask): Promise<void> {
  const { db, storage } = deps
  const { admit } = deps.work.of(userId)
  const isRaw = and(eq(uploads.id, uploadId), eq(uploads.userId, userId), isNull(uploads.mask))
  const [upload] = await db.select().from(uploads).where(isRaw)
  if (!upload) return
  const pixels = upload.width * upload.height
  const file = { key: originalKey(uploadId, uploadAttempt), pixels, use: 'mask' } as const
  const stored = (await withStoredPicture({ storage, admit }, file, async (bytes, room) => {
    const read = await readMask(bytes, room).catch(() => failure(maskIsGone))
    return read.ok ? storeForms(deps, { id: deps.newId(), userId, forms: read.value }) : { fault: read.error }
  })) ?? { fault: maskIsGone }
  const masks = 'fault' in stored ? stored : stored.masks
  await db.transaction(async (tx) => {
    const updated = await tx.update(uploads).set({ mask: masks }).where(isRaw).returning({ id: uploads.id })
    // A concurrent request was first: these files are removed after a while.
    if (updated.length === 0 || 'fault' in stored) return
    await insertUploads(
      tx,
      stored.rows.map((row) => ({ ...row, isUsed: true })),
    )
  })
}

/**
 * Runs a request whose edits may have masks. Where its transaction needs a mask that is not canonical, it is rolled back, after every
 * check that costs less; the mask is made canonical, and the request runs again.
 */
export async function withMasks<Value>(deps: MaskDeps, request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof RawMask)) throw error
      await canonicalize(deps, error)
    }
  }
}
