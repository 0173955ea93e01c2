import { type SQL, sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import type { OpenShare } from './open-share.ts'
import { isFinished, isInScope, isShownImage } from './shown-scope.ts'

/** An image that a link shows. */
export type ShownImage = {
  readonly imageId: string
  readonly attempt: number
  readonly generationId: string
  /** Whether the safety filter hides it: the link shows it blurred. */
  readonly isHidden: boolean
}

type ShownRow = { id: string; attempt: number; generation_id: string; is_hidden: boolean }

/**
 * Those of some images that the link shows: finished ones whose cards are in the project, below the top of the branch, in the frame, or starred; and the
 * proofs of its rounds, which stay where they have left all that. Walks up from each card, which is a short way on the largest board;
 * `union` ends cycles. @param wanted A query of the ids of images.
 */
export async function findShownImages(
  db: Querier,
  share: Pick<OpenShare, 'id' | 'userId' | 'projectId' | 'scope'>,
  wanted: SQL,
): Promise<ShownImage[]> {
  const { projectId, userId, scope } = share
  const rootId = scope.kind === 'branch' ? scope.generationId : null
  const { rows } = await query<ShownRow>(
    db,
    { id: 'string', attempt: 'number', generation_id: 'string', is_hidden: 'boolean' },
    sql`
    with recursive images as (
      select id, attempt, generation_id, sensitive is not distinct from 'hidden' as is_hidden from generated_images images
      where id in (${wanted}) and user_id = ${userId} and ${isShownImage(share)}
    ), up as (
      select images.id as image_id, generations.id, generations.parent_generation_id
      from generations join images on generations.id = images.generation_id
      where generations.project_id = ${projectId} and generations.deleted_at is null and ${isInScope(share)}
      union
      select up.image_id, cards.id, cards.parent_generation_id
      from generations cards join up on cards.id = up.parent_generation_id
      where ${rootId}::uuid is not null and up.id <> ${rootId}::uuid
        and cards.project_id = ${projectId} and cards.deleted_at is null
    )
    select id, attempt, generation_id, is_hidden from images
    where exists (
      select 1 from up where up.image_id = images.id and (${rootId}::uuid is null or up.id = ${rootId}::uuid))
    union
    select images.id, images.attempt, images.generation_id, images.sensitive is not distinct from 'hidden'
    from generated_images images
    join generations cards on cards.id = images.generation_id and cards.project_id = ${projectId} and cards.deleted_at is null
    where images.id in (${wanted}) and images.user_id = ${userId} and ${isFinished} and exists (
      select from round_proofs proofs join review_rounds rounds on rounds.id = proofs.round_id
      where proofs.image_id = images.id and rounds.share_id = ${share.id})`,
  )
  return rows.map(({ id, attempt, generation_id, is_hidden }) => ({
    imageId: id,
    attempt,
    generationId: generation_id,
    isHidden: is_hidden,
  }))
}

/** One image, where the link shows it. */
export const findShownImage = async (db: Querier, share: OpenShare, imageId: string): Promise<ShownImage | null> =>
  (await findShownImages(db, share, sql`select ${imageId}::uuid`))[0] ?? null
