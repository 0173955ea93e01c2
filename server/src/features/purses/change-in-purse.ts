import { sql } from 'drizzle-orm'
import type { PurseShape } from '#contract/programs/purse.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { cardName } from '#domain/agents/card-names.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import type { StepEffect, StepKind } from '#domain/board/undo-steps.ts'
import { cardRect } from '#domain/layout/card.ts'
import { liesInPurse } from '#domain/purses/purse.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { liesInArea } from '../../db/sql/lies-in-area.ts'
import { appendEvents } from '../../events/append-events.ts'
import { changeBoard } from '../boards/change-board.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { closedPurse, removedPurse } from './claim-purse.ts'
import { outside } from './purse-area.ts'
import { findPurse, pursesChanged } from './purse-rows.ts'
import { noteStep } from './purse-steps.ts'

/** The changes that a program makes on a board: those of cards and their marks. */
export type PurseChange = Extract<
  BoardChange,
  { readonly kind: 'place' | 'collapse' | 'feedback' | 'delete' | 'restore' }
>

type ChangeInPurse = {
  readonly userId: UserId
  readonly purseId: string
  /** The entry of the step in its list. */
  readonly kind: Extract<StepKind, 'marked' | 'arranged' | 'trashed' | 'restored'>
  readonly why: string | null
  readonly changes: readonly PurseChange[]
}

type CardBefore = { id: string; x: number; y: number; isCollapsed: boolean; isInside: boolean; isDeleted: boolean }
type ImageBefore = { id: string; card: string; marks: FeedbackType[] }
type Before = { readonly cards: ReadonlyMap<string, CardBefore>; readonly images: ReadonlyMap<string, ImageBefore> }

/** The cards that changes are about, those below deleted and restored ones with them, and the marks of images. */
async function readBefore(tx: Transaction, purse: PurseShape, changes: readonly PurseChange[]): Promise<Before> {
  const imageIds = changes.flatMap((change) => (change.kind === 'feedback' ? [change.imageId] : []))
  const images = await query<ImageBefore>(
    tx,
    { id: 'string', card: 'string', marks: 'json' },
    sql`select images.id, images.generation_id as card,
        coalesce((select json_agg(feedback_type) from image_feedback where image_id = images.id), '[]') as marks
      from generated_images images where images.id = any(${uuidArray(imageIds)})`,
  )
  const named = [
    ...changes.flatMap((change) => ('generationId' in change ? [change.generationId] : [])),
    ...images.rows.map(({ card }) => card),
  ]
  const branches = changes.flatMap((change) =>
    change.kind === 'delete' || change.kind === 'restore' ? [change.generationId] : [],
  )
  const cards = await query<CardBefore>(
    tx,
    { id: 'string', x: 'number', y: 'number', isCollapsed: 'boolean', isInside: 'boolean', isDeleted: 'boolean' },
    sql`
    with recursive below as (
      select id, deleted_at from generations where id = any(${uuidArray(branches)})
      union
      select child.id, child.deleted_at from below cross join lateral (
        select id, deleted_at from generations where parent_generation_id = below.id
          and deleted_at is not distinct from below.deleted_at offset 0) child)
    select id, canvas_x as x, canvas_y as y, is_collapsed as "isCollapsed", ${liesInArea(purse)} as "isInside",
      deleted_at is not null as "isDeleted"
    from ${generations} where project_id = ${purse.projectId}
      and (id = any(${uuidArray(named)}) or id in (select id from below))`,
  )
  return {
    cards: new Map(cards.rows.map((card) => [card.id, card])),
    images: new Map(images.rows.map((image) => [image.id, image])),
  }
}

/** Why changes do not stay within a purse; null where they do. */
function strayRefusal(purse: PurseShape, before: Before, changes: readonly PurseChange[]): Refusal | null {
  const stray = [...before.cards.values()].find(({ isInside }) => !isInside)
  if (stray) return outside(purse, `Card ${cardName(stray.id)}, which this would change, lies`)
  for (const change of changes) {
    const cardId = change.kind === 'feedback' ? before.images.get(change.imageId)?.card : change.generationId
    const card = cardId === undefined ? undefined : before.cards.get(cardId)
    if (!card) return { code: 'not-found' }
    if (change.kind !== 'place') continue
    const { canvasX: x, canvasY: y } = change
    if (!liesInPurse(purse, cardRect({ x, y, isCollapsed: card.isCollapsed })))
      return outside(purse, `The place for card ${cardName(card.id)} lies`)
  }
  return null
}

/** The effect of one change on the state before; null where it is so already. */
function effectOf(before: Before, change: PurseChange): StepEffect | null {
  if (change.kind === 'feedback') {
    const { imageId, feedbackType, isGiven } = change
    const image = before.images.get(imageId)
    if (!image || image.marks.includes(feedbackType) === isGiven) return null
    return { kind: 'marked', generationId: image.card, imageId, feedbackType, to: isGiven }
  }
  const { generationId } = change
  const card = before.cards.get(generationId)
  if (!card) return null
  switch (change.kind) {
    case 'place': {
      const to = { x: change.canvasX, y: change.canvasY }
      const from = { x: card.x, y: card.y }
      return from.x === to.x && from.y === to.y ? null : { kind: 'placed', generationId, from, to }
    }
    case 'collapse':
      return card.isCollapsed === change.isCollapsed ? null : { kind: 'folded', generationId, to: change.isCollapsed }
    case 'delete':
      return card.isDeleted ? null : { kind: 'trashed', generationId }
    case 'restore':
      return card.isDeleted ? { kind: 'restored', generationId } : null
  }
}

/**
 * Changes cards of a purse for its program, as one step that says why and can be taken back. Refused where a card, what branches from a
 * deleted one, or a place lies outside.
 * @returns All cards that were deleted or restored, and how many changes there were.
 */
export function changeInPurse(
  db: UserDatabase,
  { userId, purseId, kind, why, changes }: ChangeInPurse,
): AsyncResult<{ readonly ids: readonly string[]; readonly applied: number }> {
  return refusableTransaction(db, async (tx) => {
    const known = await findPurse(tx, userId, purseId)
    if (!known || !(await lockOpenProject(tx, userId, known.projectId))) return failure(removedPurse)
    // Read again: its area does not change under the lock of the project.
    const purse = await findPurse(tx, userId, purseId)
    if (!purse) return failure(removedPurse)
    const closed = closedPurse(purse)
    if (closed) return failure(closed)
    const before = await readBefore(tx, purse, changes)
    const stray = strayRefusal(purse, before, changes)
    if (stray) return failure(stray)
    const effects = changes.map((change) => effectOf(before, change)).filter((effect) => effect !== null)
    const [first] = changes
    const generationId = first?.kind === 'feedback' ? before.images.get(first.imageId)?.card : first?.generationId
    if (effects.length > 0 && generationId !== undefined)
      await noteStep(tx, { purseId, userId, projectId: purse.projectId, kind, why, generationId, effects })
    const { outcomes } = await changeBoard(tx, { userId, projectId: purse.projectId, changes })
    await appendEvents(tx, userId, await pursesChanged(tx, [purseId]))
    const ids = outcomes.flatMap((done) => ('ids' in done && done.ids ? [...done.ids] : []))
    return success({ ids, applied: outcomes.filter(({ outcome }) => outcome === 'applied').length })
  })
}
