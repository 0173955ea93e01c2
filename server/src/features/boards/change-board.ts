import { eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import { type BoardState, type ChangeOutcome, type ChangePlan, planChanges } from '#domain/board/plan-changes.ts'
import { noModel } from '#domain/generation/origin.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { shares } from '../../db/schema/shares.ts'
import { milliseconds, uuidArray } from '../../db/sql/expressions.ts'
import { appendEvents, type NewEvent } from '../../events/append-events.ts'
import { indexChangedPrompts } from '../assets/index-prompts.ts'
import { cancelJobs } from '../generations/cancel-generation.ts'
import { changeImages } from '../images/change-images.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { loadNamedRings, saveRings } from '../purses/save-rings.ts'
import { countFeedbackChange } from '../sharing/feedback-version.ts'
import { isRestorable } from '../trash/expired.ts'
import { loadNamedItems, saveItems } from './board-items.ts'

type CardRow = { id: string; parent_id: string | null; deleted: number | null; is_brought_in: boolean }

const movesBranches = ({ kind }: BoardChange) => kind === 'delete' || kind === 'restore'

/** Loads the cards that the changes need: those they name, and all where a branch is deleted or restored. */
async function loadBoardState(
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
    from generations where project_id = ${projectId} and user_id = ${userId} and ${isRestorable(sql`deleted_at`)}${among}`,
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
    rings: await loadNamedRings(tx, projectId, changes),
    now: clock.rows[0]?.now ?? 0,
  }
}

type FeedbackRow = { image_id: string; generation_id: string; feedback: FeedbackType[] }

/** Adds and removes feedback, with as many statements for one image as for hundreds. @returns The events to append. */
async function saveFeedback(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  feedback: ChangePlan['feedback'],
): Promise<NewEvent[]> {
  if (feedback.length === 0) return []
  const rows = feedback.map(({ imageId, feedbackType, isGiven }, place) => ({
    image: imageId,
    type: feedbackType,
    given: isGiven,
    place,
  }))
  const changes = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change(image uuid, type text, given boolean, place int)`
  await tx.execute(sql`
    delete from image_feedback using ${changes}
    where image_id = change.image and feedback_type = change.type and not change.given`)
  // A millisecond apart: feedback is listed in the order in which it was given.
  await tx.execute(sql`
    insert into image_feedback (image_id, feedback_type, user_id, created_at)
    select image, type, ${userId}, now() + place * interval '1 millisecond' from ${changes} where given
    on conflict do nothing`)
  const saved = await query<FeedbackRow>(
    tx,
    { image_id: 'string', generation_id: 'string', feedback: 'json' },
    sql`
    select images.id as image_id, images.generation_id,
      coalesce(json_agg(feedback_type order by given.created_at) filter (where feedback_type is not null), '[]') as feedback
    from generated_images images left join image_feedback given on given.image_id = images.id
    where images.id in (select image from ${changes}) group by images.id`,
  )
  return saved.rows.map((row) => ({
    name: 'image-changed' as const,
    projectId,
    generationId: row.generation_id,
    imageId: row.image_id,
    feedback: row.feedback,
  }))
}

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
  // Comments go and come back with their cards.
  if (plan.deletedAt.size > 0) await countFeedbackChange(tx, eq(shares.projectId, projectId))
  await indexChangedPrompts(tx, [...plan.described.keys()])
  if (plan.outcomes.some(({ outcome }) => outcome === 'applied'))
    await tx.execute(
      sql`update projects set title = coalesce(${plan.title}::text, title), updated_at = now() where id = ${projectId}`,
    )
  for (const [generationId, jobs] of cancelled)
    await changeImages(
      tx,
      { userId, generationId },
      jobs.map(({ imageId }) => ({ imageId, set: { status: 'cancelled' as const } })),
    )
  const feedback = await saveFeedback(tx, { userId, projectId }, plan.feedback)
  const items = await saveItems(tx, { userId, projectId }, plan)
  const rings = await saveRings(tx, projectId, plan)
  const events = [...cardEvents(plan, projectId), ...feedback, ...items, ...rings]
  if (plan.steps.length > 0 || plan.title !== null) events.push(await projectChanged(tx, userId, projectId))
  return { outcomes: plan.outcomes, seq: await appendEvents(tx, userId, events) }
}
