import { sql } from 'drizzle-orm'
import type { Querier } from '../../db/database.ts'
import type { OpenShare } from './open-share.ts'

/** An image that a link shows. */
export type ShownImage = { readonly imageId: string; readonly attempt: number; readonly generationId: string }

/**
 * The image, where the link shows it: it is finished, and its card stands in the project, below the top of the branch. Goes
 * up from the card, which is a short way on the largest board; circles end by `union`.
 */
export async function findShownImage(db: Querier, share: OpenShare, imageId: string): Promise<ShownImage | null> {
  const { projectId, userId, generationId: rootId } = share
  const { rows } = await db.execute<{ attempt: number; generation_id: string }>(sql`
    with recursive image as (
      select attempt, generation_id from generated_images
      where id = ${imageId} and user_id = ${userId} and status = 'completed' and storage_key is not null
    ), up as (
      select cards.id, cards.parent_generation_id from generations cards join image on cards.id = image.generation_id
      where cards.project_id = ${projectId} and cards.deleted_at is null
      union
      select cards.id, cards.parent_generation_id from generations cards join up on cards.id = up.parent_generation_id
      where cards.project_id = ${projectId} and cards.deleted_at is null and up.id is distinct from ${rootId}::uuid
    )
    select attempt, generation_id from image
    where exists (select 1 from up where ${rootId}::uuid is null or up.id = ${rootId}::uuid)`)
  const [row] = rows
  return row ? { imageId, attempt: row.attempt, generationId: row.generation_id } : null
}
