import { readFile } from 'node:fs/promises'
import type { BroughtInShape, RecordedPictureShape, RefusedPictureShape } from '#contract/cards/brought-in.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { type RefusedPicture, withCleanPicture } from '../../pictures/clean-picture.ts'
import { hasManifest } from '../../pictures/credentials/has-manifest.ts'
import type { PictureCredentials } from '../../pictures/credentials/picture-credentials.ts'
import { saidByCredentials } from '../../pictures/credentials/said-credentials.ts'
import { sha256Of } from '../../pictures/file-facts.ts'
import { storeOriginal } from '../files/unused-files.ts'
import { findFileRecord } from '../images/find-file-record.ts'
import {
  type BringInDeps,
  type BringInInput,
  bringIn,
  onlyAttempt,
  type StoredImage,
  type StoredPictures,
} from './bring-in.ts'

/** Pictures of a call that are worked on at a time: one is decoded while another is stored. */
const atOnce = 2

/** A file from outside. */
export type BroughtFile = { readonly name: string; readonly path: string; readonly isTooLarge: boolean }

type BringFilesInput = Omit<BringInInput, 'store'> & {
  readonly files: readonly BroughtFile[]
  readonly work: OwnerWork
}

export type BringFilesDeps = BringInDeps & { readonly credentials: Pick<PictureCredentials, 'read'> }

/** Puts files on a canvas. Each is decoded and encoded again; what its content credentials say is kept as a note. */
export const bringFiles = (
  deps: BringFilesDeps,
  { files, work, ...input }: BringFilesInput,
): AsyncResult<BroughtInShape> =>
  bringIn(deps, {
    ...input,
    store: async () => success(await storePictures(deps, { files, work, userId: input.userId })),
  })

const tooLarge: RefusedPicture = {
  code: 'too-large',
  message: 'This picture has more than 20 MB. Choose a smaller one.',
}

type FileRecord = Omit<RecordedPictureShape, 'place'>

/** The record of a file in the row of another image of the user, that its vendor signed. */
async function recordOf(
  { db }: BringFilesDeps,
  userId: UserId,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<FileRecord | null> {
  const record = hasManifest(bytes) ? await findFileRecord(db, userId, await sha256Of(bytes)) : null
  if (!record || record.model === null) return null
  return { name, prompt: record.prompt, model: record.model, ancestors: record.ancestors.length }
}

type StoredFile = { readonly image: StoredImage; readonly record: FileRecord | null }

/** Stores one file: cleaned, with its thumbnails. */
async function storePicture(
  deps: BringFilesDeps,
  { name, path, isTooLarge }: BroughtFile,
  { work: { admit, decode }, userId }: Pick<BringFilesInput, 'work' | 'userId'>,
): Promise<Result<StoredFile, RefusedPicture>> {
  if (isTooLarge) return failure(tooLarge)
  return decode(1, () =>
    withCleanPicture(path, admit, async ({ bytes, picture }) => {
      const id = deps.newId()
      const stored = { imageId: id, attempt: onlyAttempt }
      await storeOriginal(deps, stored, bytes)
      await deps.thumbnailer.makeAll(stored, picture.preview)
      const { width, height, averageColor, mediaType } = picture
      const file = await readFile(path)
      const note = await saidByCredentials(file, deps.credentials)
      const record = await recordOf(deps, userId, { name, bytes: file })
      return { image: { id, name, width, height, averageColor, mediaType, byteSize: bytes.byteLength, note }, record }
    }),
  )
}

/** Stores the files that can be used, in their order, and says of the others why not. */
export async function storePictures(
  deps: BringFilesDeps,
  { files, work, userId }: Pick<BringFilesInput, 'files' | 'work' | 'userId'>,
): Promise<StoredPictures> {
  const results: Result<StoredFile, RefusedPicture>[] = []
  await inParallel(files.entries(), atOnce, async ([place, file]) => {
    work.signal?.throwIfAborted()
    results[place] = await storePicture(deps, file, { work, userId })
  })
  const stored = results.flatMap((result) => (result.ok ? [result.value] : []))
  const refused = results.flatMap((result, place): RefusedPictureShape[] =>
    result.ok ? [] : [{ place, name: files[place]?.name ?? '', ...result.error }],
  )
  const recorded = results.flatMap((result, place): RecordedPictureShape[] =>
    result.ok && result.value.record ? [{ place, ...result.value.record }] : [],
  )
  return { images: stored.map(({ image }) => image), refused, recorded }
}
