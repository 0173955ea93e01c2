import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { ImageStatus } from '#domain/generation/status.ts'
import {
  type ColorLayout,
  colorLayoutDistance,
  colorLayoutLength,
  type ImageLook,
  imageDistance,
  maxSimilarDistance,
} from '#domain/pictures/fingerprint/color-layout.ts'
import { failure, success } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import type { UserDatabase } from '#server/db/database.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { uuidArray } from '#server/db/sql/expressions.ts'
import { query } from '#server/db/sql/query.ts'
import { fingerprintThumbnail } from '#server/pictures/fingerprint-picture.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import type { ColorLayouts, ReadColorLayouts } from './color-layout-cache.ts'
import { readLooks } from './fingerprint-rows.ts'
import { fingerprintThumbnailSize } from './index-fingerprints.ts'

type SimilarDeps = {
  readonly db: UserDatabase
  readonly readColorLayouts: ReadColorLayouts
  readonly thumbnailer: Pick<Thumbnailer, 'read'>
}

export type SimilarImage = { readonly imageId: string; readonly distance: number }

/** Candidates: the images with the nearest color layouts, which are compared by features as well. */
const maxCandidates = 1_000

/** Lists the images with the nearest color layouts, in any order. */
function findCandidates({ ids, layouts }: ColorLayouts, layout: ColorLayout): readonly string[] {
  const distances = Float64Array.from(ids, (_, index) =>
    colorLayoutDistance(layout, layouts, index * colorLayoutLength),
  )
  const threshold = distances.toSorted()[maxCandidates - 1] ?? Number.POSITIVE_INFINITY
  return ids.filter((_, index) => (distances[index] ?? 0) <= threshold).slice(0, maxCandidates)
}

/** Computes the color layout of an image that is not indexed yet; null without a picture. */
async function computeLook(
  thumbnailer: SimilarDeps['thumbnailer'],
  { id: imageId, attempt, status }: { readonly id: string; readonly attempt: number; readonly status: ImageStatus },
): Promise<ImageLook | null> {
  const thumbnail =
    status === 'completed' ? await thumbnailer.read({ imageId, attempt }, fingerprintThumbnailSize) : null
  return thumbnail && { layout: (await fingerprintThumbnail(thumbnail)).layout, features: null }
}

/** Filters images that exist and are not in the trash. */
async function filterExisting(db: UserDatabase, imageIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select images.id from generated_images images
      join generations cards on cards.id = images.generation_id and cards.deleted_at is null
      join projects on projects.id = cards.project_id and projects.deleted_at is null
      where images.id = any(${uuidArray(imageIds)}) and images.status = 'completed'`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Finds the user's images that are similar to one of them, the nearest first: candidates by color layout, ranked by color layout and
 * features. Empty where none is similar. `not-found` for an image that is not the user's.
 */
export async function findSimilar(
  { db, readColorLayouts, thumbnailer }: SimilarDeps,
  { userId, imageId, limit }: { readonly userId: UserId; readonly imageId: string; readonly limit: number },
): AsyncResult<readonly SimilarImage[]> {
  const found = await findImage(db, userId, imageId)
  if (!found) return failure({ code: 'not-found' })
  const look = (await readLooks(db, [imageId])).get(imageId) ?? (await computeLook(thumbnailer, found.image))
  if (!look) return success([])
  const candidates = findCandidates(await readColorLayouts(db, userId), look.layout).filter((id) => id !== imageId)
  const looks = await readLooks(db, await filterExisting(db, candidates))
  const similar = [...looks]
    .map(([id, other]) => ({ imageId: id, distance: Number(imageDistance(look, other).toFixed(4)) }))
    .filter(({ distance }) => distance <= maxSimilarDistance)
    .sort((a, b) => a.distance - b.distance || (a.imageId < b.imageId ? -1 : 1))
  return success(similar.slice(0, limit))
}
