import { sql } from 'drizzle-orm'
import { type TrashItemShape, type TrashQuery, trashItemsPerPage } from '#contract/board/trash.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { expiryOf } from '#domain/board/trash.ts'
import { success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { isRestorable } from './expired.ts'

type TrashRow = {
  id: string
  project_id: string
  prompt: string
  deleted_ms: number
  card_count: string
  image_count: string
  thumbnail_image_id: string | null
}

const presentItem = (row: TrashRow): TrashItemShape => ({
  generationId: row.id,
  projectId: row.project_id,
  prompt: row.prompt,
  deletedAt: new Date(row.deleted_ms).toISOString(),
  expiresAt: new Date(expiryOf(row.deleted_ms)).toISOString(),
  cardCount: Number(row.card_count),
  imageCount: Number(row.image_count),
  thumbnailImageId: row.thumbnail_image_id,
})

/**
 * A page of the user's deleted branches, newest first, each under the card that was deleted. Cards deleted together have the same
 * time; their root is the card whose parent was not deleted with it. The branches of a page are counted alone.
 */
export async function listTrash(
  db: Querier,
  userId: UserId,
  { projectId, cursor }: TrashQuery,
): AsyncResult<{ items: TrashItemShape[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  if (!after.ok) return after
  const ofProject = projectId === undefined ? sql`` : sql` and cards.project_id = ${projectId}`
  const afterEnd =
    after.value === null
      ? sql``
      : sql` and cards.deleted_at <= ${after.value.at} and (cards.deleted_at < ${after.value.at} or cards.id > ${after.value.id})`
  const { rows } = await query<TrashRow>(
    db,
    {
      id: 'string',
      project_id: 'string',
      prompt: 'string',
      deleted_ms: 'number',
      card_count: 'string',
      image_count: 'string',
      thumbnail_image_id: 'string',
    },
    // Reads one more than a page to know whether there is another.
    sql`
    with page as materialized (
      select cards.id, cards.project_id, cards.prompt, cards.deleted_at
      from generations cards join projects on projects.id = cards.project_id
      where cards.user_id = ${userId} and cards.deleted_at is not null and projects.deleted_at is null
        and ${isRestorable(sql`cards.deleted_at`)}${ofProject}${afterEnd}
        and not exists (
          select 1 from generations parent where parent.id = cards.parent_generation_id and parent.deleted_at = cards.deleted_at)
      order by cards.deleted_at desc, cards.id limit ${trashItemsPerPage + 1}
    ), branches as (
      select project_id, deleted_at, count(*) as card_count,
        sum((select count(*) from generated_images images
             where images.generation_id = cards.id and images.status = 'completed')) as image_count
      from generations cards
      where (project_id, deleted_at) in (select project_id, deleted_at from page) and deleted_at is not null
      group by project_id, deleted_at
    )
    select root.id, root.project_id, root.prompt, ${milliseconds(sql`root.deleted_at`)} as deleted_ms,
      card_count, image_count,
      (select images.id from generated_images images
       where images.generation_id = root.id and images.status = 'completed'
       order by images.order_num limit 1) as thumbnail_image_id
    from page root join branches using (project_id, deleted_at)
    order by root.deleted_at desc, root.id`,
  )
  const items = rows.slice(0, trashItemsPerPage).map(presentItem)
  const last = items.at(-1)
  const hasMore = rows.length > items.length && last !== undefined
  return success({ items, nextCursor: hasMore ? writeCursor({ at: last.deletedAt, id: last.generationId }) : null })
}
