import { sql } from 'drizzle-orm'
import type { TrashItemShape } from '#contract/trash.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { expiryOf } from '#domain/board/trash.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
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
 * The user's deleted branches, newest first, each under the card that was deleted. Cards deleted together have the same
 * time; their root is the card whose parent was not deleted with it. @param projectId Only of this project; undefined:
 * of all projects that are not in the trash themselves.
 */
export async function listTrash(db: Querier, userId: UserId, projectId: string | undefined): Promise<TrashItemShape[]> {
  const ofProject = projectId === undefined ? sql`` : sql` and cards.project_id = ${projectId}`
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
    sql`
    with deleted as materialized (
      select cards.* from generations cards join projects on projects.id = cards.project_id
      where cards.user_id = ${userId} and cards.deleted_at is not null and projects.deleted_at is null
        and ${isRestorable(sql`cards.deleted_at`)}${ofProject}
    ), branches as (
      select project_id, deleted_at, count(*) as card_count,
        sum((select count(*) from generated_images images
             where images.generation_id = deleted.id and images.status = 'completed')) as image_count
      from deleted group by project_id, deleted_at
    )
    select root.id, root.project_id, root.prompt, ${milliseconds(sql`root.deleted_at`)} as deleted_ms,
      card_count, image_count,
      (select images.id from generated_images images
       where images.generation_id = root.id and images.status = 'completed'
       order by images.order_num limit 1) as thumbnail_image_id
    from deleted root join branches using (project_id, deleted_at)
    where not exists (
      select 1 from deleted parent where parent.id = root.parent_generation_id and parent.deleted_at = root.deleted_at)
    order by root.deleted_at desc, root.id`,
  )
  return rows.map(presentItem)
}
