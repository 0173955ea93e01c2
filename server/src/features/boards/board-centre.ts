import { sql } from 'drizzle-orm'
import { centreOf, type Point } from '#domain/geometry/rect.ts'
import { canvasOrigin, cardRect } from '#domain/layout/card.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'

/** The server does not know the window; that of a common laptop is close enough to select cards. */
const window = { width: 1_440, height: 900 }

/** The middle of the saved view of a project; without one, of its newest card. */
export async function boardCentre(db: Querier, projectId: string): Promise<Point> {
  const view = await query<{ zoom_level: number; pan_x: number; pan_y: number }>(
    db,
    { zoom_level: 'number', pan_x: 'number', pan_y: 'number' },
    sql`select zoom_level, pan_x, pan_y from project_canvas_state where project_id = ${projectId}`,
  )
  const [saved] = view.rows
  if (saved) {
    const { zoom_level: zoom, pan_x: panX, pan_y: panY } = saved
    return { x: (window.width / 2 - panX) / zoom, y: (window.height / 2 - panY) / zoom }
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
