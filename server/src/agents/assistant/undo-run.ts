import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { RunShape } from '#contract/assistant.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { joinEffects, type PresentState, type RunEffect, standingEffects } from '#domain/agents/assistant-run.ts'
import { type BoardChange, maxChanges } from '#domain/board/change.ts'
import { failure } from '#domain/result.ts'
import type { UserDatabase } from '../../db/database.ts'
import { assistantRuns } from '../../db/schema/assistant.ts'
import { generations, imageFeedback } from '../../db/schema/generations.ts'
import { trashMadeBy } from '../../features/api-tokens/trash-made-by.ts'
import { changeBoard } from '../../features/boards/change-board.ts'
import { cancelGeneration } from '../../features/generations/cancel-generation.ts'
import { lockProject } from '../../features/projects/lock-project.ts'
import type { Refusable } from '../../features/refusal.ts'
import type { HidingDeps } from '../../features/series/hide-models.ts'
import { announceRun, findRunRow, type RunRow, readRun } from './run-rows.ts'

type UndoDeps = HidingDeps & { readonly db: UserDatabase }

/** How the things of effects are now. */
async function readPresent(
  db: Pick<UserDatabase, 'select'>,
  { userId, projectId }: RunRow,
  effects: readonly RunEffect[],
): Promise<PresentState> {
  const rows = await db
    .select({
      id: generations.id,
      x: generations.canvasX,
      y: generations.canvasY,
      isCollapsed: generations.isCollapsed,
      deletedAt: generations.deletedAt,
    })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.userId, userId)))
  const cards = new Map(rows.map((row) => [row.id, row]))
  const onBoard = (cardId: string) => {
    const card = cards.get(cardId)
    return card && card.deletedAt === null ? card : undefined
  }
  const marked = effects.flatMap((effect) => (effect.kind === 'mark' ? [effect.imageId] : []))
  const marks =
    marked.length === 0
      ? []
      : await db
          .select({ imageId: imageFeedback.imageId, mark: imageFeedback.feedbackType })
          .from(imageFeedback)
          .where(and(eq(imageFeedback.userId, userId), inArray(imageFeedback.imageId, marked)))
  return {
    place: (cardId) => onBoard(cardId),
    isFolded: (cardId) => onBoard(cardId)?.isCollapsed,
    hasMark: (imageId, mark) => marks.some((each) => each.imageId === imageId && each.mark === mark),
    isInTrash: (cardId) => {
      const card = cards.get(cardId)
      return card && card.deletedAt !== null
    },
  }
}

/** The change that takes an effect back. */
const inverse = (effect: RunEffect): BoardChange => {
  if (effect.kind === 'place')
    return { kind: 'place', generationId: effect.cardId, canvasX: effect.from.x, canvasY: effect.from.y }
  if (effect.kind === 'fold') return { kind: 'collapse', generationId: effect.cardId, isCollapsed: effect.from }
  if (effect.kind === 'mark')
    return { kind: 'feedback', imageId: effect.imageId, feedbackType: effect.mark, isGiven: effect.from }
  return { kind: effect.from ? 'delete' : 'restore', generationId: effect.cardId }
}

/**
 * Takes back all that a run did: its cards go to the trash with what branches from them, and moves, folds, marks and the trash are as
 * before, where they still are as the assistant left them. What its person changed since then stays.
 */
export async function undoRun(
  deps: UndoDeps,
  { userId, runId }: { readonly userId: UserId; readonly runId: string },
): Refusable<RunShape> {
  const { db } = deps
  const row = await findRunRow(db, userId, runId)
  if (!row) return failure({ code: 'not-found' })
  if (row.state === 'working' || row.state === 'asks')
    return failure({ code: 'conflict', message: 'It is still at work. Stop it first.' })
  if (row.undoneAt !== null) return readRun(db, userId, runId)
  const moved = await trashMadeBy(db, { userId, tokenId: row.tokenId })
  if (!moved.ok) return moved
  await db.transaction(async (tx) => {
    const { projectId } = row
    await lockProject(tx, projectId)
    const effects = joinEffects(row.effects)
    const trashed = effects.filter(({ kind }) => kind === 'trash')
    // Cards come back before they are moved.
    for (const some of [trashed, effects.filter(({ kind }) => kind !== 'trash')]) {
      const standing = standingEffects(some, await readPresent(tx, row, some))
      for (let from = 0; from < standing.length; from += maxChanges) {
        const changes = standing.slice(from, from + maxChanges).map(inverse)
        await changeBoard(tx, { userId, projectId, changes })
      }
    }
    await tx.update(assistantRuns).set({ undoneAt: sql`now()` }).where(eq(assistantRuns.id, runId))
    await announceRun(tx, row)
  })
  return readRun(db, userId, runId)
}

/** Cancels what is unfinished of the images that a run asked for. Finished ones stay, and are paid. */
export async function cancelImagesOf(
  deps: UndoDeps,
  { userId, runId }: { readonly userId: UserId; readonly runId: string },
): Promise<void> {
  const row = await findRunRow(deps.db, userId, runId)
  if (!row) return
  const open = await deps.db
    .select({ id: generations.id })
    .from(generations)
    .where(and(eq(generations.madeBy, row.tokenId), eq(generations.userId, userId), isNotNull(generations.madeBy)))
  for (const { id } of open) await cancelGeneration(deps, { userId, generationId: id })
}
