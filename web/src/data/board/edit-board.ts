import { type BoardChange, maxChanges } from '#domain/board/change.ts'
import { inverseChange } from '#domain/board/inverse-change.ts'
import { liveSession } from '../live/current-session.ts'
import { type Step, steppedBack, steppedForward, withStep } from '../live/undo-history.ts'
import { patchProject, shownTitle } from '../projects.ts'
import type { BoardStore } from './board-store.ts'

/** A board, or a project without one: its title can be changed from any page. */
type Editable = Pick<BoardStore, 'projectId' | 'applyOptimistic' | 'facts'>

/** The inverses of the changes, last first. The changes must not affect the same field twice. */
function inversesOf(board: Editable, changes: readonly BoardChange[]): BoardChange[] {
  const facts = { ...board.facts, title: () => shownTitle(board.projectId) ?? '' }
  return changes
    .map((change) => inverseChange(change, facts))
    .filter((inverse) => inverse !== null)
    .reverse()
}

/** Of a batch, in bytes of JSON: the server accepts 512 kB, and each change gets an id. */
const mostBytes = 400_000

/** The changes in batches that the server accepts: deleted notes that are put back may be 2,000 characters each. */
function batchesOf(changes: readonly BoardChange[]): BoardChange[][] {
  const encoder = new TextEncoder()
  const batches: BoardChange[][] = []
  let bytes = 0
  for (const change of changes) {
    const size = encoder.encode(JSON.stringify(change)).length
    const last = batches.at(-1)
    if (last && last.length < maxChanges && bytes + size <= mostBytes) {
      last.push(change)
      bytes += size
    } else {
      batches.push([change])
      bytes = size
    }
  }
  return batches
}

/** Shows the changes, stores them in this browser, and sends them. Returns the id of their batch; undefined where there are several. */
function carryOut(board: Editable, changes: readonly BoardChange[]): string | undefined {
  const batches = batchesOf(changes).map((part) => ({ id: crypto.randomUUID(), part }))
  for (const { id, part } of batches) {
    board.applyOptimistic(id, part)
    for (const change of part) if (change.kind === 'rename') patchProject(board.projectId, { title: change.title })
    liveSession().outbox.add({
      id,
      projectId: board.projectId,
      madeAt: Date.now(),
      changes: part.map((change) => ({ id: crypto.randomUUID(), ...change })),
    })
  }
  return batches.length === 1 ? batches[0]?.id : undefined
}

/**
 * Makes a change of the user: at once on the screen, then on the server, however long the connection is away; undone
 * and redone as one step. Changes without effect are left out.
 * @param label The name of the step.
 * @returns The step; null without an effect.
 */
export function editBoard(board: Editable, changes: readonly BoardChange[], label: string): Step | null {
  const undo = inversesOf(board, changes)
  if (undo.length === 0) return null
  const step: Step = { label, redo: changes, undo, batchId: carryOut(board, changes) }
  recordStep(board, step)
  return step
}

/**
 * Undoes one certain step: the last one as `undo` does, an older one by a step of its own. One that is undone already stays so.
 * @param label The name of a step of its own.
 */
export function undoStep(board: Editable, step: Step, label: string): void {
  const { past, future } = liveSession().historyOf(board.projectId).get()
  if (future.includes(step)) return
  if (past.at(-1) === step) undo(board)
  else editBoard(board, step.undo, label)
}

/** Lets something that is done be undone as one step, by changes that the caller knows. */
export function recordStep({ projectId }: Pick<Editable, 'projectId'>, step: Step): void {
  if (step.undo.length === 0) return
  const history = liveSession().historyOf(projectId)
  history.set(withStep(history.get(), step))
}

/** Undoes the last step. Returns its label; null when there is none. */
export function undo(board: Editable): string | null {
  const history = liveSession().historyOf(board.projectId)
  const step = history.get().past.at(-1)
  if (!step) return null
  history.set(steppedBack(history.get()))
  carryOut(board, step.undo)
  return step.label
}

/** Redoes the step that was undone last. Returns its label; null when there is none. */
export function redo(board: Editable): string | null {
  const history = liveSession().historyOf(board.projectId)
  const step = history.get().future.at(-1)
  if (!step) return null
  history.set(steppedForward(history.get()))
  carryOut(board, step.redo)
  return step.label
}
