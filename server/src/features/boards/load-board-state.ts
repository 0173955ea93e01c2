import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { BoardState } from '#domain/board/plan-changes.ts'
import { noModel } from '#domain/generation/origin.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { milliseconds, uuidArray } from '../../db/sql/expressions.ts'
import { loadNamedItems } from './board-items.ts'

type CardRow = { id: string; parent_id: string | null; deleted: number | null; is_brought_in: boolean }

const movesBranches = ({ kind }: BoardChange) => kind === 'delete' || kind === 'restore'

/** Loads the cards that the changes need: those they name, and all where a branch is deleted or restored. */
export async function loadBoardState(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  changes: readonly BoardChange[],
): Promise<BoardState> {
  const imageIds = changes.flatMap((change) => (change.kind === 'feedback' ? [change.imageId] : []))
  const images =
    imageIds.length === 0
      ? []
      : (
          await query<{ id: string; generation_id: string }>(
            tx,
            { id: 'string', generation_id: 'string' },
            sql`
            select id, generation_id from generated_images where user_id = ${userId} and id = any(${uuidArray(imageIds)})`,
          )
        ).rows
  const named = new Set([
    ...changes.flatMap((change) => ('generationId' in change ? [change.generationId] : [])),
    ...images.map((image) => image.generation_id),
  ])
  const among = changes.some(movesBranches) ? sql`` : sql` and id = any(${uuidArray(named)})`
  const cards = await query<CardRow>(
    tx,
    { id: 'string', parent_id: 'string', deleted: 'number', is_brought_in: 'boolean' },
    sql`
    select id, parent_generation_id as parent_id, ${milliseconds(sql`deleted_at`)} as deleted,
      model = ${noModel} as is_brought_in
    from generations where project_id = ${projectId} and user_id = ${userId}${among}`,
  )
  // Later than the last deletion, also where two calls came in the same millisecond and the second waited for the first.
  const clock = await query<{ now: number }>(
    tx,
    { now: 'number' },
    sql`
    select floor(${milliseconds(sql`greatest(clock_timestamp(), max(deleted_at) + interval '1 millisecond')`)}) as now
    from generations where project_id = ${projectId} and deleted_at is not null`,
  )
  return {
    cards: cards.rows.map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      deletedAt: row.deleted,
      isBroughtIn: row.is_brought_in,
    })),
    cardOfImage: new Map(images.map((image) => [image.id, image.generation_id])),
    items: await loadNamedItems(tx, projectId, changes),
    now: clock.rows[0]?.now ?? 0,
  }
}
