import { sql } from 'drizzle-orm'
import type { CanvasStateShape } from '#contract/board/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

/** A view as PostgreSQL answers it. */
type StoredView = Omit<CanvasStateShape, 'updatedAt'> & { updatedMs: number }
type StateRow = { state: StoredView | null }

const shapeOf = ({ updatedMs, ...view }: StoredView): CanvasStateShape => ({
  ...view,
  updatedAt: new Date(updatedMs).toISOString(),
})

/** Columns of `states` as a `StoredView`. */
const viewColumns = sql`json_build_object('projectId', states.project_id, 'zoomLevel', states.zoom_level,
  'panX', states.pan_x, 'panY', states.pan_y, 'viewWidth', states.view_width, 'viewHeight', states.view_height, 'lastViewedGenerationId', states.last_viewed_generation_id,
  'updatedMs', extract(epoch from states.updated_at) * 1000)`

const savedState = statement<StateRow, { userId: UserId; projectId: string }>(
  { state: 'json' },
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
    select case when states.project_id is not null then ${viewColumns} end as state
    from projects left join project_canvas_state states on states.project_id = projects.id and states.user_id = ${userId}
    where projects.id = ${projectId} and projects.user_id = ${userId} and deleted_at is null`,
)

/** The saved view, null before the first save; null for all where the project is another user's, or in the trash. */
export async function readCanvasState(
  db: UserDatabase,
  userId: UserId,
  projectId: string,
): Promise<{ state: CanvasStateShape | null } | null> {
  const [row] = await savedState(db, { userId, projectId })
  if (!row) return null
  return { state: row.state && shapeOf(row.state) }
}

type SavedView = Required<Omit<CanvasStateShape, 'updatedAt'>> & { userId: UserId }

const saveView = statement<{ state: StoredView }, SavedView>(
  { state: 'json' },
  ['userId', 'projectId', 'zoomLevel', 'panX', 'panY', 'viewWidth', 'viewHeight', 'lastViewedGenerationId'],
  ({ userId, projectId, zoomLevel, panX, panY, viewWidth, viewHeight, lastViewedGenerationId }) => sql`
    insert into project_canvas_state as states
      (user_id, project_id, zoom_level, pan_x, pan_y, view_width, view_height, last_viewed_generation_id)
    select user_id, id, ${zoomLevel}, ${panX}, ${panY}, ${viewWidth}::float8, ${viewHeight}::float8, ${lastViewedGenerationId} from projects
    where id = ${projectId} and user_id = ${userId} and deleted_at is null
    on conflict (project_id) do update set zoom_level = excluded.zoom_level, pan_x = excluded.pan_x, pan_y = excluded.pan_y,
      view_width = excluded.view_width, view_height = excluded.view_height,
      last_viewed_generation_id = excluded.last_viewed_generation_id, updated_at = now()
    returning ${viewColumns} as state`,
)

/**
 * Saves the view; null where the project is another user's, or in the trash. No event: every tab and device has its own
 * view.
 */
export async function saveCanvasState(db: UserDatabase, view: SavedView): Promise<CanvasStateShape | null> {
  const [row] = await saveView(db, view)
  return row ? shapeOf(row.state) : null
}
