import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { idsOf, readHiddenCards } from '#server/cards/hidden-cards.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'

/** Maximum number of a user's newest cards whose images count as samples. */
const maxCards = 200

/**
 * Finds a user's newest image of each model among their newest cards: by the model's `value` the image's id. Neither an edit, which shows
 * another model's picture, nor a sensitive one, nor one of a deleted card or project, nor one of a card whose model an open race hides.
 */
export async function readModelSamples(db: UserDatabase, userId: UserId | null): Promise<ReadonlyMap<string, string>> {
  if (userId === null) return new Map()
  const hidden = await readHiddenCards(db, { userId, projectId: null })
  const { rows } = await query<{ model: string; image_id: string }>(
    db,
    { model: 'string', image_id: 'string' },
    sql`
    select distinct on (card.model) card.model, image.id as image_id
    from (
      select id, project_id, model, branch_kind, created_at, deleted_at from generations
      where user_id = ${userId} order by created_at desc limit ${maxCards}
    ) card join generated_images image on image.generation_id = card.id
      join projects on projects.id = card.project_id and projects.deleted_at is null
    where card.deleted_at is null and card.branch_kind is distinct from 'edit' and not card.id = any(${idsOf(hidden)})
      and image.status = 'completed' and image.sensitive is null
    order by card.model, card.created_at desc, image.order_num`,
  )
  return new Map(rows.map(({ model, image_id: imageId }) => [model, imageId]))
}
