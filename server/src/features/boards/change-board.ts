import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { type ChangeOutcome, type ChangePlan, planChanges } from '#domain/board/plan-changes.ts'
import type { Transaction } from '../../db/database.ts'
import { appendEvents, type NewEvent } from '../../events/append-events.ts'
import { indexChangedPrompts } from '../assets/index-prompts.ts'
import { cancelJobs } from '../generations/cancel-generation.ts'
import { changeImages } from '../images/change-images.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { saveItems } from './board-items.ts'
import { loadBoardState } from './load-board-state.ts'
import { saveFeedback } from './save-feedback.ts'

type ChangeBoardInput = {
  readonly userId: UserId
  readonly projectId: string
  readonly changes: readonly BoardChange[]
}

/** Cancels running images of the branches that are deleted: jobs are locked before generations. */
async function cancelDeleted(tx: Transaction, { steps }: ChangePlan) {
  const ids = steps.flatMap((step) => (step.kind === 'delete' ? step.ids : []))
  return ids.length > 0 ? cancelJobs(tx, ids) : []
}

/** Writes every field of every card in one statement, whatever their number. */
async function saveCards(tx: Transaction, { moved, collapsed, described, deletedAt }: ChangePlan): Promise<void> {
  const ids = new Set([...moved.keys(), ...collapsed.keys(), ...described.keys(), ...deletedAt.keys()])
  if (ids.size === 0) return
  const rows = [...ids].map((id) => ({
    id,
    ...moved.get(id),
    collapsed: collapsed.get(id),
    described: described.get(id),
    ...(deletedAt.has(id) ? { moves: true, deleted: deletedAt.get(id) ?? null } : {}),
  }))
  await tx.execute(sql`
    update generations set
      canvas_x = coalesce(change."canvasX", canvas_x),
      canvas_y = coalesce(change."canvasY", canvas_y),
      is_collapsed = coalesce(change.collapsed, is_collapsed),
      prompt = coalesce(change.described, prompt),
      deleted_at = case when change.moves then to_timestamp(change.deleted / 1000.0) else deleted_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as change(id uuid, "canvasX" float8, "canvasY" float8, collapsed boolean, described text, moves boolean, deleted float8)
    where generations.id = change.id`)
}

function cardEvents({ steps, moved, collapsed, described, deletedAt }: ChangePlan, projectId: string): NewEvent[] {
  const changed = [...new Set([...moved.keys(), ...collapsed.keys(), ...described.keys()])].filter(
    (id) => !deletedAt.get(id),
  )
  return [
    ...steps.map(({ kind, generationId, ids }) => ({
      name: kind === 'delete' ? ('generation-deleted' as const) : ('generation-restored' as const),
      projectId,
      generationId,
      ids: [...ids],
    })),
    ...changed.map((generationId) => {
      const isCollapsed = collapsed.get(generationId)
      const prompt = described.get(generationId)
      return {
        name: 'generation-changed' as const,
        projectId,
        generationId,
        ...moved.get(generationId),
        ...(isCollapsed === undefined ? {} : { isCollapsed }),
        ...(prompt === undefined ? {} : { prompt }),
      }
    }),
  ]
}

/**
 * Applies changes to a board in the caller's transaction, which has locked the project. Each card is written once, with one
 * event. @returns The outcome of each change, and the number of the last event; null where there was no event.
 */
export async function changeBoard(
  tx: Transaction,
  { userId, projectId, changes }: ChangeBoardInput,
): Promise<{ outcomes: readonly ChangeOutcome[]; seq: number | null }> {
  const plan = planChanges(await loadBoardState(tx, { userId, projectId }, changes), changes)
  const cancelled = Map.groupBy(await cancelDeleted(tx, plan), (job) => job.generationId)
  await saveCards(tx, plan)
  await indexChangedPrompts(tx, [...plan.described.keys()])
  if (plan.title !== null)
    await tx.execute(sql`update projects set title = ${plan.title}, updated_at = now() where id = ${projectId}`)
  for (const [generationId, jobs] of cancelled)
    await changeImages(
      tx,
      { userId, generationId },
      jobs.map(({ imageId }) => ({ imageId, set: { status: 'cancelled' as const } })),
    )
  const feedback = await saveFeedback(tx, { userId, projectId }, plan.feedback)
  const items = await saveItems(tx, { userId, projectId }, plan)
  const events = [...cardEvents(plan, projectId), ...feedback, ...items]
  if (plan.steps.length > 0 || plan.title !== null) events.push(await projectChanged(tx, userId, projectId))
  return { outcomes: plan.outcomes, seq: await appendEvents(tx, userId, events) }
}
