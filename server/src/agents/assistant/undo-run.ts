import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { RunShape } from '#contract/programs/assistant.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { maxChanges } from '#domain/board/change.ts'
import { type PresentBoard, type StepEffect, undoOfSteps } from '#domain/board/undo-steps.ts'
import { failure } from '#domain/result.ts'
import type { HidingDeps } from '#server/cards/hide-models.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { assistantRuns } from '../../db/schema/assistant.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import { changeBoard } from '../../features/boards/change-board.ts'
import { cancelGeneration } from '../../features/generations/cancel-generation.ts'
import { lockProject } from '../../features/projects/lock-project.ts'
import { announceRun, findRunRow, type RunRow, readRun } from './run-rows.ts'

type UndoDeps = HidingDeps & { readonly db: UserDatabase }

/** Cards of the project with the marks of the user, on the board or in the trash. */
async function readPresent(tx: Transaction, { userId, projectId }: RunRow): Promise<PresentBoard> {
  const rows = await tx
    .select({
      id: generations.id,
      x: generations.canvasX,
      y: generations.canvasY,
      isCollapsed: generations.isCollapsed,
      deletedAt: generations.deletedAt,
    })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.userId, userId)))
  const onBoard = new Map(rows.flatMap((row) => (row.deletedAt === null ? [[row.id, row] as const] : [])))
  const given = await tx
    .select({ imageId: imageFeedback.imageId, mark: imageFeedback.feedbackType })
    .from(imageFeedback)
    .innerJoin(generatedImages, eq(generatedImages.id, imageFeedback.imageId))
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(and(eq(imageFeedback.userId, userId), eq(generations.projectId, projectId)))
  const marks = new Set(given.map(({ imageId, mark }) => `${imageId} ${mark}`))
  return {
    card: (id) => onBoard.get(id) ?? null,
    hasMark: (imageId, mark) => marks.has(`${imageId} ${mark}`),
  }
}

/** The cards that a run asked for, the oldest first: a branch goes to the trash with its first card. */
async function effectsOfMade(tx: Transaction, { userId, tokenId }: RunRow): Promise<StepEffect[]> {
  const made = await tx
    .select({ id: generations.id })
    .from(generations)
    .where(and(eq(generations.madeBy, tokenId), eq(generations.userId, userId)))
    .orderBy(asc(generations.createdAt), asc(generations.id))
  return made.map(({ id }) => ({ kind: 'made', generationId: id }))
}

/**
 * Takes back all that a run did: its cards go to the trash with what branches from them, and moves, folds, marks and the trash are as
 * before, where they still are as the assistant left them. What its person changed since then stays.
 */
export async function undoRun(
  deps: UndoDeps,
  { userId, runId }: { readonly userId: UserId; readonly runId: string },
): AsyncResult<RunShape> {
  const { db } = deps
  const row = await findRunRow(db, userId, runId)
  if (!row) return failure({ code: 'not-found' })
  if (row.state === 'working' || row.state === 'asks')
    return failure({ code: 'conflict', message: 'It is still at work. Stop it first.' })
  if (row.undoneAt !== null) return readRun(db, userId, runId)
  await db.transaction(async (tx) => {
    const { projectId } = row
    await lockProject(tx, projectId)
    const effects = [...(await effectsOfMade(tx, row)), ...row.effects]
    const changes = undoOfSteps(effects, await readPresent(tx, row))
    for (let from = 0; from < changes.length; from += maxChanges)
      await changeBoard(tx, { userId, projectId, changes: changes.slice(from, from + maxChanges) })
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
