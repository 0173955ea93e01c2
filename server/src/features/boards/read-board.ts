import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { centreOf, type Point } from '#domain/geometry/rect.ts'
import { canvasOrigin, cardRect } from '#domain/layout/card.ts'
import { type HidingDeps, readModelHider } from '#server/cards/hide-models.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, UserDatabase } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import { type BoardRow, boardRowColumns, boardRows, createCardWriter } from './board-cards.ts'
import { loadBoardHeader } from './board-header.ts'
import { readSmallBoard } from './small-board.ts'

/** The window of a view that was saved without one: that of a common laptop is close enough to select cards. */
const defaultWindow = { width: 1_440, height: 900 }

/** The middle of the saved view of a project; without one, of its newest card. */
async function boardCentre(db: Querier, projectId: string): Promise<Point> {
  const view = await query<{ zoom_level: number; pan_x: number; pan_y: number; width: number; height: number }>(
    db,
    { zoom_level: 'number', pan_x: 'number', pan_y: 'number', width: 'number', height: 'number' },
    sql`select zoom_level, pan_x, pan_y, coalesce(view_width, ${defaultWindow.width}::float8) as width,
      coalesce(view_height, ${defaultWindow.height}::float8) as height from project_canvas_state where project_id = ${projectId}`,
  )
  const [saved] = view.rows
  if (saved) {
    const { zoom_level: zoom, pan_x: panX, pan_y: panY, width, height } = saved
    return { x: (width / 2 - panX) / zoom, y: (height / 2 - panY) / zoom }
  }
  const newest = await query<{ x: number; y: number; isCollapsed: boolean }>(
    db,
    { x: 'number', y: 'number', isCollapsed: 'boolean' },
    sql`
    select canvas_x as x, canvas_y as y, is_collapsed as "isCollapsed" from generations
    where project_id = ${projectId} and deleted_at is null order by created_at desc, id desc limit 1`,
  )
  const [card] = newest.rows
  return card ? centreOf(cardRect(card)) : canvasOrigin
}

/** Fill a screen at 100 %, and at half that zoom nearly so. */
const firstCards = 60
/** Reading and writing this many takes about 5 ms: no other request waits longer. */
const cardsPerLine = 500

type ReadBoardDeps = HidingDeps & { readonly db: UserDatabase }
type ReadBoardInput = {
  readonly userId: UserId
  readonly projectId: string
  /** The center of the view, in canvas pixels; null: of the saved view. */
  readonly centre: Point | null
}

/** Writes a line, given without its end; false when the reader has left. To be waited for, so that lines don't heap up. */
export type WriteLine = (line: string) => Promise<boolean>

/** Sends the header and all cards: a small board in one statement, a large one line by line. */
export async function readBoard(deps: ReadBoardDeps, input: ReadBoardInput, write: WriteLine): Promise<void> {
  const small = await readSmallBoard(deps, { ...input, maxCards: firstCards })
  if (small !== null) await write(small)
  else await readLargeBoard(deps, input, write)
}

/** Sends the header and the cards nearest to the center, then all others in the order of their creation, from one snapshot. */
function readLargeBoard(
  deps: ReadBoardDeps,
  { userId, projectId, centre }: ReadBoardInput,
  write: WriteLine,
): Promise<void> {
  const { db, registry } = deps
  return readSnapshot(db, async (tx) => {
    const hider = await readModelHider({ ...deps, db: tx }, { userId, projectId })
    const header = await loadBoardHeader(tx, registry, { userId, projectId, hider })
    const sinceMs = Date.parse(header.since)
    const writer = createCardWriter({ registry, header, hider })
    const { x, y } = centre ?? (await boardCentre(tx, projectId))
    const ofProject = sql`cards.project_id = ${projectId}`
    const near = await query<BoardRow>(
      tx,
      boardRowColumns,
      boardRows(sinceMs, {
        where: sql`cards.id in (
            select id from generations cards where ${ofProject} and deleted_at is null
            order by (canvas_x - ${x}) ^ 2 + (canvas_y - ${y}) ^ 2, id limit ${firstCards})`,
        order: sql``,
      }),
    )
    const isRead = await write(`${JSON.stringify(header)}\n${writer.lineOf(near.rows)}`)
    if (!isRead || header.count <= near.rows.length) return
    await tx.execute(
      sql`declare board no scroll cursor for ${boardRows(sinceMs, { where: ofProject, order: sql`order by cards.created_at, cards.id` })}`,
    )
    const fetchNext = () => query<BoardRow>(tx, boardRowColumns, sql.raw(`fetch ${cardsPerLine} from board`))
    let fetching = fetchNext()
    for (;;) {
      const { rows } = await fetching
      if (rows.length === 0) return
      // PostgreSQL works on the next batch meanwhile.
      fetching = fetchNext()
      const others = rows.filter(({ id }) => !writer.has(id))
      if (others.length > 0 && !(await write(writer.lineOf(others)))) return void (await fetching)
    }
  })
}
