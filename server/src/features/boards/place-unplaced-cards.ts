import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import { placeUnplaced, unplaced } from '#domain/layout/place-unplaced.ts'
import { takenSpace } from '#domain/layout/taken-space.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { notesOf } from './board-items.ts'
import { changeBoard } from './change-board.ts'

type Input = { readonly userId: UserId; readonly projectId: string }
type CardRow = CardPlace & { id: string }

const isUnplaced = ({ x, y }: CardPlace) => x === unplaced.x && y === unplaced.y

const openProject = statement<{ has_unplaced: boolean }, Input>(
  { has_unplaced: 'boolean' },
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
    select exists(select 1 from generations
      where project_id = ${projectId} and canvas_x = 0 and canvas_y = 0 and deleted_at is null) as has_unplaced
    from projects where id = ${projectId} and user_id = ${userId} and deleted_at is null`,
)

/**
 * Places imported cards that are at (0,0), and stores their places. Call it before the cards of a project are read. @returns
 * Whether the project is the user's and not in the trash.
 */
export async function openPlacedProject(db: UserDatabase, { userId, projectId }: Input): Promise<boolean> {
  const [project] = await openProject(db, { userId, projectId })
  if (project?.has_unplaced) await placeAll(db, { userId, projectId })
  return project !== undefined
}

async function placeAll(db: UserDatabase, { userId, projectId }: Input): Promise<void> {
  await db.transaction(async (tx) => {
    // A request that waited here finds the work done.
    if (!(await lockOpenProject(tx, userId, projectId))) return
    const cards = await query<CardRow>(
      tx,
      { x: 'number', y: 'number', isCollapsed: 'boolean', id: 'string' },
      sql`
      select id, canvas_x as x, canvas_y as y, is_collapsed as "isCollapsed" from generations
      where project_id = ${projectId} and deleted_at is null order by created_at, id`,
    )
    const waiting = cards.rows.filter(isUnplaced)
    const placed = cards.rows.filter((card) => !isUnplaced(card))
    const taken = takenSpace(placed, await notesOf(tx, projectId))
    const places = placeUnplaced(waiting, taken)
    const changes = waiting.flatMap(({ id: generationId }, index) => {
      const place = places[index]
      return place ? [{ kind: 'place' as const, generationId, canvasX: place.x, canvasY: place.y }] : []
    })
    if (changes.length > 0) await changeBoard(tx, { userId, projectId, changes })
  })
}
