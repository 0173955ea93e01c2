import { inArray } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { LookVector, NetFeatures } from '#domain/pictures/look/look-vector.ts'
import type { PictureTrace } from '#domain/pictures/look/same-picture.ts'
import type { Querier } from '#server/db/database.ts'
import { imageLooks } from '#server/db/schema/looks.ts'

type LookRow = typeof imageLooks.$inferSelect

/** Where an image looks like what: for search by look. */
export type SeenImage = { readonly look: LookVector; readonly features: NetFeatures | null }

const toInt8 = (stored: Buffer): Int8Array => new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength)

const seenOf = ({ look, features, net }: Pick<LookRow, 'look' | 'features' | 'net'>): SeenImage => ({
  look: toInt8(look),
  features: features && net !== null ? { net, values: toInt8(features) } : null,
})

/** The trace of a row. */
export const traceOfRow = ({ width, height, words, places, lightness }: LookRow): PictureTrace => ({
  width,
  height,
  landmarks: words.map((word, at) => ({ word, x: places[2 * at] ?? 0, y: places[2 * at + 1] ?? 0 })),
  lightness,
})

type NewLook = SeenImage & { readonly imageId: string; readonly userId: UserId; readonly trace: PictureTrace }

/** Stores how an image looks; one that has a look keeps it. */
export async function insertLook(db: Querier, { imageId, userId, trace, look, features }: NewLook): Promise<void> {
  const { width, height, landmarks, lightness } = trace
  await db
    .insert(imageLooks)
    .values({
      imageId,
      userId,
      width,
      height,
      words: landmarks.map(({ word }) => word),
      places: landmarks.flatMap(({ x, y }) => [x, y]),
      lightness: Buffer.from(lightness),
      look: Buffer.from(look),
      features: features && Buffer.from(features.values),
      net: features?.net ?? null,
    })
    .onConflictDoNothing()
}

const seenColumns = {
  imageId: imageLooks.imageId,
  look: imageLooks.look,
  features: imageLooks.features,
  net: imageLooks.net,
}

/** How images look that have been looked at. */
export async function readSeen(db: Querier, imageIds: readonly string[]): Promise<ReadonlyMap<string, SeenImage>> {
  const rows = await db
    .select(seenColumns)
    .from(imageLooks)
    .where(inArray(imageLooks.imageId, [...imageIds]))
  return new Map(rows.map(({ imageId, ...row }) => [imageId, seenOf(row)]))
}
