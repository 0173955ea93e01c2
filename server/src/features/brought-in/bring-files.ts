import { readFile } from 'node:fs/promises'
import type { BroughtInShape, RefusedPictureShape } from '#contract/brought-in.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { type RefusedPicture, withCleanPicture } from '../../pictures/clean-picture.ts'
import type { PictureCredentials } from '../../pictures/credentials/picture-credentials.ts'
import { saidByCredentials } from '../../pictures/credentials/said-credentials.ts'
import type { Refusable } from '../refusal.ts'
import {
  type BringInDeps,
  type BringInInput,
  bringIn,
  onlyAttempt,
  type StoredImage,
  type StoredPictures,
  storeOriginal,
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
): Refusable<BroughtInShape> =>
  bringIn(deps, { ...input, store: async () => success(await storePictures(deps, { files, work })) })

const tooLarge: RefusedPicture = {
  code: 'too-large',
  message: 'This picture has more than 20 MB. Choose a smaller one.',
}

/** Stores one file: cleaned, with its thumbnails. */
async function storePicture(
  deps: BringFilesDeps,
  { name, path, isTooLarge }: BroughtFile,
  { admit, decode }: OwnerWork,
): Promise<Result<StoredImage, RefusedPicture>> {
  if (isTooLarge) return failure(tooLarge)
  return decode(1, () =>
    withCleanPicture(path, admit, async ({ bytes, picture }) => {
      const id = await storeOriginal(deps, bytes)
      await deps.thumbnailer.makeAll({ imageId: id, attempt: onlyAttempt }, picture.preview)
      const { width, height, averageColor, mediaType } = picture
      const note = await saidByCredentials(await readFile(path), deps.credentials)
      return { id, name, width, height, averageColor, mediaType, byteSize: bytes.byteLength, note }
    }),
  )
}

/** Stores the files that can be used, in their order, and says of the others why not. */
export async function storePictures(
  deps: BringFilesDeps,
  { files, work }: Pick<BringFilesInput, 'files' | 'work'>,
): Promise<StoredPictures> {
  const results: Result<StoredImage, RefusedPicture>[] = []
  await inParallel(files.entries(), atOnce, async ([place, file]) => {
    work.signal?.throwIfAborted()
    results[place] = await storePicture(deps, file, work)
  })
  const images = results.flatMap((result) => (result.ok ? [result.value] : []))
  const refused = results.flatMap((result, place): RefusedPictureShape[] =>
    result.ok ? [] : [{ name: files[place]?.name ?? '', ...result.error }],
  )
  return { images, refused }
}
