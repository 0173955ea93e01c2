import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { ImageStatus } from '#domain/generation/status.ts'
import { lookDistance, lookLength, maxAlike, pictureDistance } from '#domain/pictures/look/look-vector.ts'
import { failure, success } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import type { UserDatabase } from '#server/db/database.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { uuidArray } from '#server/db/sql/expressions.ts'
import { query } from '#server/db/sql/query.ts'
import { lookAtPicture, pixelsOfThumbnail } from '#server/pictures/look-at-picture.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import { thumbnailSize } from './index-looks.ts'
import { readSeen, type SeenImage } from './look-rows.ts'
import type { ReadSeenImages, SeenImages } from './seen-images.ts'

type SimilarDeps = {
  readonly db: UserDatabase
  readonly readSeenImages: ReadSeenImages
  readonly thumbnailer: Pick<Thumbnailer, 'read'>
}

export type SimilarImage = { readonly imageId: string; readonly distance: number }

/** Images that are compared by what the net sees in them as well: those whose looks are nearest. */
const maxCompared = 1_000

/** The places of the images whose looks are nearest, without those of the asked image itself. */
function nearestOf({ ids, looks }: SeenImages, asked: { readonly id: string; readonly look: Int8Array }): string[] {
  const distances = Float64Array.from(ids, (_, at) =>
    lookDistance(asked.look, looks.subarray(at * lookLength, (at + 1) * lookLength)),
  )
  return [...ids.keys()]
    .sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0))
    .slice(0, maxCompared + 1)
    .flatMap((at) => (ids[at] === undefined || ids[at] === asked.id ? [] : [ids[at]]))
}

/** How a finished image looks that has not been looked at yet; null where there is no picture. */
async function lookNow(
  thumbnailer: SimilarDeps['thumbnailer'],
  { id: imageId, attempt, status }: { readonly id: string; readonly attempt: number; readonly status: ImageStatus },
): Promise<SeenImage | null> {
  const thumbnail = status === 'completed' ? await thumbnailer.read({ imageId, attempt }, thumbnailSize) : null
  return thumbnail && { look: (await lookAtPicture(await pixelsOfThumbnail(thumbnail))).look, features: null }
}

/** Those that are there, outside of the trash. */
async function present(db: UserDatabase, imageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select images.id from generated_images images
      join generations cards on cards.id = images.generation_id and cards.deleted_at is null
      join projects on projects.id = cards.project_id and projects.deleted_at is null
      where images.id = any(${uuidArray(imageIds)}) and images.status = 'completed'`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * The user's images that look like one of them, the nearest first: by the search of looks, then by what a net sees in the nearest. None
 * where nothing is alike.
 */
export async function findSimilar(
  { db, readSeenImages, thumbnailer }: SimilarDeps,
  { userId, imageId, limit }: { readonly userId: UserId; readonly imageId: string; readonly limit: number },
): AsyncResult<readonly SimilarImage[]> {
  const found = await findImage(db, userId, imageId)
  if (!found) return failure({ code: 'not-found' })
  const own = (await readSeen(db, [imageId])).get(imageId) ?? (await lookNow(thumbnailer, found.image))
  if (!own) return success([])
  const nearest = nearestOf(await readSeenImages(db, userId), { id: imageId, look: own.look })
  const there = await present(db, nearest)
  const seen = await readSeen(
    db,
    nearest.filter((id) => there.has(id)),
  )
  const alike = [...seen]
    .map(([id, other]) => ({ imageId: id, distance: Number(pictureDistance(own, other).toFixed(4)) }))
    .filter(({ distance }) => distance <= maxAlike)
    .sort((a, b) => a.distance - b.distance || (a.imageId < b.imageId ? -1 : 1))
  return success(alike.slice(0, limit))
}
