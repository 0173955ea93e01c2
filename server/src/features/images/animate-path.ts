import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { type DigitalSource, digitalSourceOfAll } from '#domain/records/digital-source.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { animatePictures, frameSide } from '../../pictures/animate-pictures.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'
import type { SignDeps } from './signed-original.ts'

/** Bytes for sixty decoded frames of 512 pixels, and the file that they become. */
const animationBytes = 100_000_000

/** A longer path is shown by its last steps. */
const mostSteps = 60

/**
 * The images that lead to an image of the user, the root's first: of each parent the one that was branched from, else its first
 * finished one. Ends at a card in the trash.
 */
async function imagesOnPath(db: UserDatabase, userId: UserId, imageId: string) {
  const found = await query<{ id: string; attempt: number }>(
    db,
    { id: 'string', attempt: 'number' },
    sql`
    with recursive way as (
      select images.id, images.attempt, cards.parent_generation_id, cards.parent_image_id, 1 as step
      from generated_images images join generations cards on cards.id = images.generation_id
      where images.id = ${imageId} and images.user_id = ${userId} and images.status = 'completed' and deleted_at is null
      union all
      select images.id, images.attempt, cards.parent_generation_id, cards.parent_image_id, way.step + 1
      from way join generations cards on cards.id = way.parent_generation_id
      cross join lateral (
        select id, attempt from generated_images where generation_id = cards.id and status = 'completed'
        order by (id = way.parent_image_id) desc nulls last, order_num limit 1) images
      where cards.user_id = ${userId} and deleted_at is null and way.step < ${mostSteps})
    select id, attempt from way order by step desc`,
  )
  return found.rows
}

type AnimateDeps = SignDeps & { readonly db: UserDatabase; readonly thumbnailer: Thumbnailer }

/** The path to an image of the user as an animation, from the root to it. */
export async function animatePath(
  { db, thumbnailer, registry, fileSigner }: AnimateDeps,
  { userId, imageId, work }: { userId: UserId; imageId: string; work: OwnerWork },
): AsyncResult<Uint8Array> {
  const path = await imagesOnPath(db, userId, imageId)
  // Some 50 kB each, before memory is taken: a thumbnail that is missing takes memory of its own.
  const pictures: Uint8Array[] = []
  const sources: (DigitalSource | null)[] = []
  for (const { id, attempt } of path) {
    work.signal?.throwIfAborted()
    const picture = await thumbnailer.read({ imageId: id, attempt }, frameSide)
    if (!picture) continue
    pictures.push(picture)
    sources.push(await readDigitalSource({ db, registry }, id))
  }
  if (pictures.length === 0) return failure({ code: 'not-found' })
  const source = digitalSourceOfAll(sources)
  return work.admit(animationBytes, async () =>
    success(await fileSigner.sign(await markPicture(await animatePictures(pictures), source), source)),
  )
}
