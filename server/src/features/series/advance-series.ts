import { and, asc, eq, sql } from 'drizzle-orm'
import { parentImageOf, type StepStatus } from '#domain/series/step.ts'
import { type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { WorkItems } from '../../background/work-items.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { generatedImages } from '../../db/schema/generations.ts'
import { series, seriesSteps } from '../../db/schema/series.ts'
import { hasEnded } from '../../db/sql/expressions.ts'
import { appendEvents } from '../../events/append-events.ts'
import { keepAccount } from '../account/lock-account.ts'
import { type MaskDeps, withMasks } from '../edits/masks.ts'
import { type InsertGenerationDeps, insertGeneration } from '../generations/insert-generation.ts'
import { refuseTaken } from '../idempotency.ts'
import { lockProject } from '../projects/lock-project.ts'
import { generationBody } from './request-series.ts'
import { seriesChanged } from './series-rows.ts'

type AdvanceSeriesDeps = InsertGenerationDeps & MaskDeps & { readonly db: SystemDatabase; readonly items: WorkItems }

/** The delay before a step is tried again for which the user's queue was full. */
const pauseSeconds = 10

const noPicture = 'The card before it made no picture.'
const gone = 'The card before it is gone.'
const reasonOf = ({ code, message }: Refusal): string =>
  code === 'out-of-credits' ? 'There were not enough credits left.' : (message ?? gone)

type StepRow = typeof seriesSteps.$inferSelect

const itemOf = (step: { series_id: string; place: number }) => `${step.series_id} ${step.place}`

/**
 * Takes a step that is due: the one it depends on will not begin any more, or its card has ended. A card with an uncertain image
 * has not ended: the provider may still deliver it. Locked. @param setAside Steps that failed a short while ago.
 */
async function takeReadyStep(
  tx: Transaction,
  setAside: readonly string[],
): Promise<{ step: StepRow; before: StepRow; projectId: string; madeBy: string | null } | null> {
  const { rows } = await query<{ series_id: string; place: number }>(
    tx,
    { series_id: 'string', place: 'number' },
    sql`
    select step.series_id, step.place
    from series_steps step
    join series_steps earlier on earlier.series_id = step.series_id and earlier.place = step.depends_on
    where step.status = 'waiting' and step.try_at <= now()
      and earlier.status <> 'waiting'
      and ${hasEnded(sql`earlier.generation_id`, { uncertain: 'in-work' })}
      and step.series_id || ' ' || step.place not in (select * from jsonb_array_elements_text(${JSON.stringify(setAside)}::jsonb))
    order by step.try_at, step.place
    limit 1
    for no key update of step skip locked`,
  )
  const [ready] = rows
  if (!ready) return null
  const ofSeries = eq(seriesSteps.seriesId, ready.series_id)
  const [step] = await tx
    .select()
    .from(seriesSteps)
    .where(and(ofSeries, eq(seriesSteps.place, ready.place)))
  const [before] = await tx
    .select()
    .from(seriesSteps)
    .where(and(ofSeries, eq(seriesSteps.place, step?.dependsOn ?? -1)))
  const [owner] = await tx
    .select({ projectId: series.projectId, madeBy: series.madeBy })
    .from(series)
    .where(eq(series.id, ready.series_id))
  return step && before && owner ? { step, before, ...owner } : null
}

/** The card's image to start from; null where none was completed. */
async function pictureOf(tx: Transaction, generationId: string | null, place: number | null): Promise<string | null> {
  if (generationId === null) return null
  const pictures = await tx
    .select({ id: generatedImages.id, orderNum: generatedImages.orderNum, status: generatedImages.status })
    .from(generatedImages)
    .where(eq(generatedImages.generationId, generationId))
    .orderBy(asc(generatedImages.orderNum))
  const known = pictures.map(({ id, orderNum, status }) => ({ id, orderNum, isThere: status === 'completed' }))
  return parentImageOf(known, place)
}

type Outcome = { readonly status: StepStatus; readonly message?: string; readonly generationId?: string }

/** Requests the step's card, in a nested transaction: a refusal rolls back that one alone. */
async function startStep(
  tx: Transaction,
  deps: AdvanceSeriesDeps,
  { step, before, projectId, madeBy }: { step: StepRow; before: StepRow; projectId: string; madeBy: string | null },
): Promise<Outcome | 'later'> {
  const parentImageId = await pictureOf(tx, before.generationId, step.request.parentImagePlace ?? null)
  if (parentImageId === null) return { status: 'skipped', message: noPicture }
  const body = { ...generationBody(step.request, projectId), parentGenerationId: before.generationId, parentImageId }
  const { userId } = step
  const made = await refusableTransaction(tx, (inner) =>
    refuseTaken(() => insertGeneration(inner, deps, { id: step.request.id ?? deps.newId(), userId, body, madeBy })),
  )
  if (made.ok) return { status: 'started', generationId: made.value.id }
  if (made.error.code === 'rate-limited') return 'later'
  return { status: 'refused', message: reasonOf(made.error) }
}

/** Starts the steps of series that are due. The end of a card causes no event for this: an empty index is read every second. */
export const advanceTask = (deps: Omit<AdvanceSeriesDeps, 'items'>): BackgroundTask => ({
  name: 'advance series',
  everyMs: 1_000,
  async run({ items, signal }) {
    while (!signal.aborted && (await advanceOne({ ...deps, items })));
  },
})

/** Starts, or skips, one step that is due. Returns whether there was one. */
async function advanceOne(deps: AdvanceSeriesDeps): Promise<boolean> {
  let taken: string | null = null
  try {
    return await withMasks(deps, () =>
      advanceReady(deps, (item) => {
        taken = item
      }),
    )
  } catch (error) {
    if (taken === null) throw error
    deps.items.failed(taken, error)
    return true
  }
}

/** @param onTaken Called with the step in work. */
function advanceReady(deps: AdvanceSeriesDeps, onTaken: (item: string) => void): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const ready = await takeReadyStep(tx, deps.items.setAside())
    if (!ready) return false
    const { step, projectId } = ready
    onTaken(itemOf({ series_id: step.seriesId, place: step.place }))
    const deleted = await keepAccount(tx, step.userId)
    await lockProject(tx, projectId)
    const outcome = deleted
      ? { status: 'refused' as const, message: reasonOf(deleted) }
      : await startStep(tx, deps, ready)
    const set =
      outcome === 'later'
        ? { tryAt: sql`now() + make_interval(secs => ${pauseSeconds})` }
        : { status: outcome.status, message: outcome.message ?? null, generationId: outcome.generationId ?? null }
    await tx
      .update(seriesSteps)
      .set(set)
      .where(and(eq(seriesSteps.seriesId, step.seriesId), eq(seriesSteps.place, step.place)))
    if (outcome !== 'later')
      await appendEvents(tx, step.userId, await seriesChanged({ ...deps, db: tx }, step.userId, step.seriesId))
    return true
  })
}
