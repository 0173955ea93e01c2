import { sql } from 'drizzle-orm'
import type { CanvasStateShape } from '#contract/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { projectCanvasState } from '../../db/schema/projects.ts'
import { statement } from '../../db/statement.ts'

type CanvasStateRow = typeof projectCanvasState.$inferSelect

const presentCanvasState = (row: CanvasStateRow): CanvasStateShape => ({
  projectId: row.projectId,
  zoomLevel: row.zoomLevel,
  panX: row.panX,
  panY: row.panY,
  lastViewedGenerationId: row.lastViewedGenerationId,
  updatedAt: row.updatedAt.toISOString(),
})

type StateRow = { state: (Omit<CanvasStateShape, 'updatedAt'> & { updatedMs: number }) | null }

const savedState = statement<StateRow, { userId: UserId; projectId: string }>(
  { state: 'json' },
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
    select case when states.project_id is not null then json_build_object('projectId', states.project_id,
      'zoomLevel', zoom_level, 'panX', pan_x, 'panY', pan_y, 'lastViewedGenerationId', last_viewed_generation_id,
      'updatedMs', extract(epoch from states.updated_at) * 1000) end as state
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
  if (!row.state) return { state: null }
  const { updatedMs, ...view } = row.state
  return { state: { ...view, updatedAt: new Date(updatedMs).toISOString() } }
}

/** Saves the view. No event: every tab and device has its own view. */
export async function saveCanvasState(
  db: UserDatabase,
  state: {
    userId: UserId
    projectId: string
    zoomLevel: number
    panX: number
    panY: number
    lastViewedGenerationId: string | null
  },
): Promise<CanvasStateShape> {
  const { userId, projectId, ...view } = state
  const rows = await db
    .insert(projectCanvasState)
    .values(state)
    .onConflictDoUpdate({ target: projectCanvasState.projectId, set: { ...view, updatedAt: sql`now()` } })
    .returning()
  const [row] = rows
  if (!row) throw new Error('An upsert answers its row.')
  return presentCanvasState(row)
}
