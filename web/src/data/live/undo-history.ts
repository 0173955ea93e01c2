import type { BoardChange } from '#domain/board/change.ts'
import type { StorageArea } from '../storage/user-storage.ts'
import { createStore, type Store } from '../store.ts'

/** One reversible step of a user. */
export type Step = {
  /** The name of the step. */
  readonly label: string
  readonly redo: readonly BoardChange[]
  readonly undo: readonly BoardChange[]
  /** The batch that carried it out; absent where there were several, or another call did it. */
  readonly batchId?: string | undefined
}

/** The steps that can be undone and redone, the next step last. */
export type History = { readonly past: readonly Step[]; readonly future: readonly Step[] }

export const emptyHistory: History = { past: [], future: [] }

/** Undo depth. */
const maxSteps = 100

/** Adds a new step; undone steps cannot be redone any more. */
export const withStep = ({ past }: History, step: Step): History => ({
  past: [...past, step].slice(-maxSteps),
  future: [],
})

/** The history without the step of a batch that the server has refused: it did not happen. */
export function withoutBatch(history: History, batchId: string): History {
  const isOther = (step: Step) => step.batchId !== batchId
  if (history.past.every(isOther) && history.future.every(isOther)) return history
  return { past: history.past.filter(isOther), future: history.future.filter(isOther) }
}

/** The history after its last step was undone. */
export function steppedBack({ past, future }: History): History {
  const step = past.at(-1)
  return step ? { past: past.slice(0, -1), future: [...future, step] } : { past, future }
}

/** The history after the step that was undone last was redone. */
export function steppedForward({ past, future }: History): History {
  const step = future.at(-1)
  return step ? { past: [...past, step], future: future.slice(0, -1) } : { past, future }
}

/** The history of two pages of a tab. Steps that the earlier one had undone can be redone only if the later one has made none. */
function joinHistories(earlier: History, later: History): History {
  if (later.past.length === 0 && later.future.length === 0) return earlier
  const known = new Set(later.past.map((step) => JSON.stringify(step)))
  const before = earlier.past.filter((step) => !known.has(JSON.stringify(step)))
  return { past: [...before, ...later.past].slice(-maxSteps), future: later.future }
}

const keyOf = (projectId: string) => `history.${projectId}`
/** Characters as JSON: more would only slow down each step. */
const maxTextLength = 1_000_000

/** Keeps an undo history for each project in this tab's storage: another tab has its own, a reload keeps it. */
export function createUndoHistories(storage: StorageArea) {
  const histories = new Map<string, Store<History>>()

  function write(projectId: string, history: History): void {
    const isTooLong = history.past.length > 1 && JSON.stringify(history).length > maxTextLength
    if (isTooLong) write(projectId, { ...history, past: history.past.slice(Math.ceil(history.past.length / 2)) })
    else storage.write(keyOf(projectId), history)
  }

  return {
    /** Puts the steps of an earlier page below those of this one, from a storage that has opened late. */
    takeIn(late: Pick<StorageArea, 'read'>) {
      for (const [projectId, store] of histories) {
        const earlier = late.read(keyOf(projectId)) as History | undefined
        if (earlier) store.set(joinHistories(earlier, store.get()))
      }
    },
    of(projectId: string): Store<History> {
      const known = histories.get(projectId)
      if (known) return known
      const store = createStore((storage.read(keyOf(projectId)) as History | undefined) ?? emptyHistory)
      store.subscribe(() => write(projectId, store.get()))
      histories.set(projectId, store)
      return store
    },
  }
}
