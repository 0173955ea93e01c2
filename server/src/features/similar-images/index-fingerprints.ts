import { and, desc, eq, notInArray } from 'drizzle-orm'
import { type NetFeatures, quantizeFeatures } from '#domain/pictures/fingerprint/color-layout.ts'
import type { BackgroundTask } from '#server/background/runner.ts'
import type { SystemDatabase, Transaction } from '#server/db/database.ts'
import { fingerprintQueue } from '#server/db/schema/fingerprints.ts'
import { generatedImages } from '#server/db/schema/generations.ts'
import { fingerprintThumbnail } from '#server/pictures/fingerprint-picture.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import { type LocalTools, ToolFailure } from '#server/providers/local/onnx/local-tools.ts'
import { insertFingerprint } from './fingerprint-rows.ts'

/** The net that comes with the engine: `engine/nets/README.md`. Another net needs another name: their features are never compared. */
const featuresNet = 'nsfwjs-mobilenet-v2'

/** Size of the thumbnails that fingerprints are computed from. */
export const fingerprintThumbnailSize = 512
/** Images of a round; between two rounds other work has its turn. */
const batchSize = 20
const everyMs = 5_000

export type FingerprintDeps = {
  readonly thumbnailer: Pick<Thumbnailer, 'read'>
  readonly localTools: Pick<LocalTools, 'features'>
}

/** Computes the features of a picture; null where this machine has no engine, or the engine can't open the picture. */
async function computeFeatures(
  { localTools }: Pick<FingerprintDeps, 'localTools'>,
  picture: Uint8Array,
  signal: AbortSignal,
): Promise<NetFeatures | null> {
  try {
    const { features } = await localTools.features(picture, { signal })
    return { net: featuresNet, values: quantizeFeatures(features) }
  } catch (error) {
    if (error instanceof ToolFailure) return null
    throw error
  }
}

/** Indexes an image, unless another process is at it. An image without a file leaves the queue without a fingerprint. */
async function indexImage(deps: FingerprintDeps, tx: Transaction, imageId: string, signal: AbortSignal): Promise<void> {
  const isQueued = eq(fingerprintQueue.imageId, imageId)
  const [queued] = await tx.select().from(fingerprintQueue).where(isQueued).for('update', { skipLocked: true })
  if (!queued) return
  const [image] = await tx
    .select({ attempt: generatedImages.attempt })
    .from(generatedImages)
    .where(and(eq(generatedImages.id, imageId), eq(generatedImages.status, 'completed')))
  const thumbnail =
    image && (await deps.thumbnailer.read({ imageId, attempt: image.attempt }, fingerprintThumbnailSize))
  if (thumbnail) {
    const features = await computeFeatures(deps, thumbnail, signal)
    await insertFingerprint(tx, { ...queued, ...(await fingerprintThumbnail(thumbnail)), features })
  }
  await tx.delete(fingerprintQueue).where(isQueued)
}

/** Indexes queued images, a batch in each round, by descending id. */
export const fingerprintTask = ({
  db,
  ...deps
}: FingerprintDeps & { readonly db: SystemDatabase }): BackgroundTask => ({
  name: 'index fingerprints',
  everyMs,
  async run({ items, signal }) {
    const queued = await db
      .select({ imageId: fingerprintQueue.imageId })
      .from(fingerprintQueue)
      .where(notInArray(fingerprintQueue.imageId, [...items.setAside()]))
      .orderBy(desc(fingerprintQueue.imageId))
      .limit(batchSize)
    for (const { imageId } of queued) {
      if (signal.aborted) return
      await items.attempt(imageId, () => db.transaction((tx) => indexImage(deps, tx, imageId, signal)))
    }
  },
})
