import { desc, eq, notInArray } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { type NetFeatures, quantized } from '#domain/pictures/look/look-vector.ts'
import type { BackgroundTask } from '#server/background/runner.ts'
import type { Querier, SystemDatabase } from '#server/db/database.ts'
import { generatedImages } from '#server/db/schema/generations.ts'
import { looksWaiting } from '#server/db/schema/looks.ts'
import { lookAtPicture, pixelsOfThumbnail } from '#server/pictures/look-at-picture.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import { type LocalTools, ToolFailure } from '#server/providers/local/onnx/local-tools.ts'
import { insertLook } from './look-rows.ts'

/** The net that comes with the engine: `engine/nets/README.md`. Another one gets another name, and its features are compared with none of this one's. */
const featuresNet = 'nsfwjs-mobilenet-v2'

/** The size of the thumbnails that are looked at. */
export const thumbnailSize = 512
/** Images of a round; between two rounds other work has its turn. */
const atOnce = 20
const everyMs = 5_000

export type LookDeps = {
  readonly thumbnailer: Pick<Thumbnailer, 'read'>
  readonly localTools: Pick<LocalTools, 'features'>
}

/** What the net sees in a picture; null where this machine has no engine for it, or where it can't open the picture. */
async function featuresOf(
  { localTools }: Pick<LookDeps, 'localTools'>,
  picture: Uint8Array,
  signal: AbortSignal,
): Promise<NetFeatures | null> {
  try {
    const { features } = await localTools.features(picture, { signal })
    return { net: featuresNet, values: quantized(features) }
  } catch (error) {
    if (error instanceof ToolFailure) return null
    throw error
  }
}

/** Looks at an image and stores what is seen; one whose file is gone stays unseen. */
async function lookAtImage(
  deps: LookDeps,
  db: Querier,
  { imageId, userId, signal }: { readonly imageId: string; readonly userId: UserId; readonly signal: AbortSignal },
): Promise<void> {
  const [image] = await db
    .select({ attempt: generatedImages.attempt, status: generatedImages.status })
    .from(generatedImages)
    .where(eq(generatedImages.id, imageId))
  if (image?.status === 'completed') {
    const thumbnail = await deps.thumbnailer.read({ imageId, attempt: image.attempt }, thumbnailSize)
    if (thumbnail) {
      const seen = await lookAtPicture(await pixelsOfThumbnail(thumbnail))
      const features = await featuresOf(deps, thumbnail, signal)
      await insertLook(db, { imageId, userId, ...seen, features })
    }
  }
  await db.delete(looksWaiting).where(eq(looksWaiting.imageId, imageId))
}

/** Looks at every image that has not been looked at, some at a time, the newest first as their ids are in order of time. */
export const lookTask = ({ db, ...deps }: LookDeps & { readonly db: SystemDatabase }): BackgroundTask => ({
  name: 'look at images',
  everyMs,
  async run({ items, signal }) {
    const waiting = await db
      .select()
      .from(looksWaiting)
      .where(notInArray(looksWaiting.imageId, [...items.setAside()]))
      .orderBy(desc(looksWaiting.imageId))
      .limit(atOnce)
    for (const { imageId, userId } of waiting) {
      if (signal.aborted) return
      await items.attempt(imageId, () => lookAtImage(deps, db, { imageId, userId, signal }))
    }
  },
})
