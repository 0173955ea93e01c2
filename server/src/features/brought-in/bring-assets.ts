import { eq } from 'drizzle-orm'
import type { BroughtInShape, RefusedPictureShape } from '#contract/cards/brought-in.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { inspectPicture, NotAPicture } from '../../pictures/inspect-picture.ts'
import { withPixelsAlone } from '../../pictures/stored-picture.ts'
import { storeOriginal } from '../files/unused-files.ts'
import { areOwnFinished } from '../references/own-pictures.ts'
import {
  type BringInDeps,
  type BringInInput,
  bringIn,
  onlyAttempt,
  type StoredImage,
  type StoredPictures,
} from './bring-in.ts'

/** Pictures of a call that are copied at a time; the room in memory bounds them as well. */
const copiedAtOnce = 4

type BringAssetsInput = Omit<BringInInput, 'store'> & {
  readonly imageIds: readonly string[]
  readonly work: OwnerWork
}

/** The finished images of the user among these, those of the trash left out, in this order. */
async function findOriginals(db: UserDatabase, userId: UserId, ids: readonly string[]) {
  const rows = await db
    .select({
      id: generatedImages.id,
      key: generatedImages.storageKey,
      width: generatedImages.width,
      height: generatedImages.height,
      averageColor: generatedImages.averageColor,
      sensitive: generatedImages.sensitive,
      prompt: generations.prompt,
    })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(areOwnFinished(userId, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
type Original = Awaited<ReturnType<typeof findOriginals>>[number]

/** Stores the pixels of an image under another id, without what its file says of how it was made. Null where the file is gone. */
async function copyImage(
  deps: BringInDeps,
  { key, width, height, averageColor, sensitive, prompt }: Original,
  { admit }: OwnerWork,
): Promise<StoredImage | null> {
  if (key === null) return null
  const pixels = width === null || height === null ? null : width * height
  return withPixelsAlone({ storage: deps.storage, admit }, { key, pixels }, async (bytes, room) => {
    try {
      const picture = await inspectPicture(bytes, room)
      const id = deps.newId()
      await storeOriginal(deps, { imageId: id, attempt: onlyAttempt }, bytes)
      return {
        id,
        name: prompt,
        width: picture.width,
        height: picture.height,
        averageColor: averageColor ?? picture.averageColor,
        sensitive,
        mediaType: picture.mediaType,
        byteSize: bytes.byteLength,
        note: null,
      }
    } catch (error) {
      if (error instanceof NotAPicture) return null
      throw error
    }
  })
}

async function copyImages(
  deps: BringInDeps,
  { originals, work }: { readonly originals: readonly Original[]; readonly work: OwnerWork },
): Promise<StoredPictures> {
  const copies: (StoredImage | null)[] = []
  await inParallel(originals.entries(), copiedAtOnce, async ([place, original]) => {
    work.signal?.throwIfAborted()
    copies[place] = await copyImage(deps, original, work)
  })
  const refused = originals.flatMap(({ prompt }, place): RefusedPictureShape[] =>
    copies[place]
      ? []
      : [{ place, name: titleFromPrompt(prompt), code: 'not-found', message: 'The picture of this image is gone.' }],
  )
  return { images: copies.flatMap((copy) => copy ?? []), refused }
}

/** Copies images of the user to a canvas; nothing is copied where one of them is not found to be theirs. */
export const bringAssets = (
  deps: BringInDeps,
  { imageIds, work, ...input }: BringAssetsInput,
): AsyncResult<BroughtInShape> =>
  bringIn(deps, {
    ...input,
    // Looked up after the key: a repeated request is answered although the originals are in the trash by now.
    async store() {
      const originals = await findOriginals(deps.db, input.userId, imageIds)
      if (originals.length < imageIds.length) return failure({ code: 'not-found' })
      return success(await copyImages(deps, { originals, work }))
    },
  })
