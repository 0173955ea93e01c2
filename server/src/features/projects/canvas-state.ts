import { and, eq, sql } from 'drizzle-orm'
import type { CanvasStateShape } from '#contract/project.ts'
import type { Database } from '../../db/database.ts'
import { projectCanvasState } from '../../db/schema/projects.ts'

type CanvasStateRow = typeof projectCanvasState.$inferSelect

const presentCanvasState = (row: CanvasStateRow): CanvasStateShape => ({
  projectId: row.projectId,
  zoomLevel: row.zoomLevel,
  panX: row.panX,
  panY: row.panY,
  lastViewedGenerationId: row.lastViewedGenerationId,
  updatedAt: row.updatedAt.toISOString(),
})

/** The saved view; null before the first save. The caller has made sure that the project is the user's. */
export async function readCanvasState(
  db: Database,
  userId: string,
  projectId: string,
): Promise<CanvasStateShape | null> {
  const [row] = await db
    .select()
    .from(projectCanvasState)
    .where(and(eq(projectCanvasState.projectId, projectId), eq(projectCanvasState.userId, userId)))
  return row ? presentCanvasState(row) : null
}

/** Saves the view. No event: every tab and device looks where it wants. */
export async function saveCanvasState(
  db: Database,
  state: {
    userId: string
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
