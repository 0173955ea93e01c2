import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { SeriesShape, StepShape } from '#contract/cards/series.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { type HidingDeps, readModelHider } from '#server/cards/hide-models.ts'
import type { Transaction } from '../../db/database.ts'
import { series, seriesSteps } from '../../db/schema/series.ts'
import type { NewEvent } from '../../events/append-events.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

type StepRow = typeof seriesSteps.$inferSelect

const presentStep = (row: StepRow, registry: ModelRegistry): StepShape => ({
  status: row.status,
  message: row.message,
  dependsOn: row.dependsOn,
  generationId: row.generationId,
  repeats: row.request.repeats ?? null,
  prompt: row.request.prompt,
  model: registry.find(row.model)?.name ?? row.model,
  canvasX: row.request.canvasX,
  canvasY: row.request.canvasY,
  price: row.price,
})

/** Series of a user with their steps in order, newest first; models hidden by races have aliases. */
async function selectSeries(deps: HidingDeps, userId: UserId, found: SQL | undefined): Promise<SeriesShape[]> {
  const { db, registry } = deps
  const where = and(eq(series.userId, userId), found)
  const rows = await db.select().from(series).where(where).orderBy(desc(series.createdAt), series.id)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await db
    .select()
    .from(seriesSteps)
    .where(inArray(seriesSteps.seriesId, ids))
    .orderBy(asc(seriesSteps.seriesId), asc(seriesSteps.place))
  const bySeries = Map.groupBy(steps, (step) => step.seriesId)
  const projectIds = new Set(rows.map(({ projectId }) => projectId))
  const [first = null] = projectIds
  const hider = await readModelHider(deps, { userId, projectId: projectIds.size === 1 ? first : null })
  const presented = rows.map(({ id, projectId, kind, hidesNames, winnerImageId, createdAt }) => ({
    id,
    projectId,
    kind,
    hidesNames,
    winnerImageId,
    createdAt: createdAt.toISOString(),
    steps: (bySeries.get(id) ?? []).map((step) => presentStep(step, registry)),
  }))
  return presented.map(hider.series)
}

/** A project's series, newest first. */
export const listSeries = (deps: HidingDeps, userId: UserId, projectId: string): Promise<SeriesShape[]> =>
  selectSeries(deps, userId, eq(series.projectId, projectId))

/** One series of the user; null where it does not exist or is another user's. */
export async function findSeries(deps: HidingDeps, userId: UserId, id: string): Promise<SeriesShape | null> {
  const [found] = await selectSeries(deps, userId, eq(series.id, id))
  return found ?? null
}

/** The event with the state of a series, in the transaction that has changed it. */
export async function seriesChanged(
  deps: HidingDeps & { readonly db: Transaction },
  userId: UserId,
  seriesId: string,
): Promise<NewEvent[]> {
  const found = await findSeries(deps, userId, seriesId)
  if (!found) return []
  const { id, ...changed } = found
  return [{ name: 'series-changed', seriesId: id, ...changed }]
}
