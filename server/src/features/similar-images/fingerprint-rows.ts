import { inArray, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { ImageLook } from '#domain/pictures/fingerprint/color-layout.ts'
import type { Fingerprint } from '#domain/pictures/fingerprint/fingerprint.ts'
import type { Querier } from '#server/db/database.ts'
import { imageFingerprints } from '#server/db/schema/fingerprints.ts'

type FingerprintRow = typeof imageFingerprints.$inferSelect

const toInt8 = (stored: Buffer): Int8Array => new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength)

/** Parses the fingerprint of a row. */
export const parseFingerprint = ({
  width,
  height,
  descriptors,
  positions,
  lightness,
}: FingerprintRow): Fingerprint => ({
  width,
  height,
  keypoints: descriptors.map((descriptor, index) => ({
    descriptor,
    x: positions[2 * index] ?? 0,
    y: positions[2 * index + 1] ?? 0,
  })),
  lightness,
})

type NewFingerprint = ImageLook & {
  readonly imageId: string
  readonly userId: UserId
  readonly fingerprint: Fingerprint
}

/** Stores the fingerprint of an image; an image that has one keeps it. */
export async function insertFingerprint(
  db: Querier,
  { imageId, userId, fingerprint, layout, features }: NewFingerprint,
): Promise<void> {
  const { width, height, keypoints, lightness } = fingerprint
  await db
    .insert(imageFingerprints)
    .values({
      imageId,
      userId,
      width,
      height,
      descriptors: keypoints.map(({ descriptor }) => descriptor),
      positions: keypoints.flatMap(({ x, y }) => [x, y]),
      lightness: Buffer.from(lightness),
      colorLayout: Buffer.from(layout),
      features: features && Buffer.from(features.values),
      featuresNet: features?.net ?? null,
      // Not the transaction's start: the cache reads the rows of the last minute again, and features may take longer.
      indexedAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
}

/** Reads the color layouts and features of images; those without a fingerprint are left out. */
export async function readLooks(db: Querier, imageIds: readonly string[]): Promise<ReadonlyMap<string, ImageLook>> {
  const { imageId, colorLayout, features, featuresNet } = imageFingerprints
  const rows = await db
    .select({ imageId, colorLayout, features, featuresNet })
    .from(imageFingerprints)
    .where(inArray(imageId, [...imageIds]))
  return new Map(
    rows.map((row) => [
      row.imageId,
      {
        layout: toInt8(row.colorLayout),
        features:
          row.features && row.featuresNet !== null ? { net: row.featuresNet, values: toInt8(row.features) } : null,
      },
    ]),
  )
}
