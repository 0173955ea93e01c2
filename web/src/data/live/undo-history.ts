import type { BoardChange } from '#domain/board/change.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { BrowserStorage } from '../browser-storage.ts'
import { createStore, type Store } from '../store.ts'

/** One reversible step of a user. */
export type Step = {
  /** The name of the step. */
  readonly label: string
  readonly redo: readonly BoardChange[]
  readonly undo: readonly BoardChange[]
  /** The area of a ring, which is no change of the board: it is sent by a call of its own. */
  readonly ring?: { readonly purseId: string; readonly from: Rect; readonly to: Rect }
}

/** The steps that can be undone and redone, the next step last. */
export type History = { readonly past: readonly Step[]; readonly future: readonly Step[] }

export const emptyHistory: History = { past: [], future: [] }

/** Undo depth. */
const mostSteps = 100

/** Adds a new step; undone steps cannot be redone any more. */
export const withStep = ({ past }: History, step: Step): History => ({
  past: [...past, step].slice(-mostSteps),
  future: [],
})

/** The history without a step that did not happen. */
export const withoutStep = ({ past, future }: History, step: Step): History => ({
  past: past.filter((each) => each !== step),
  future: future.filter((each) => each !== step),
})

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

const keyOf = (projectId: string) => `espalier.history.${projectId}`
/** In characters; a browser keeps about five million for a site. */
const longestText = 1_000_000

/** Keeps an undo history for each project in this tab's storage: another tab has its own, a reload keeps it. */
export function createUndoHistories(storage: BrowserStorage) {
  const histories = new Map<string, Store<History>>()

  function write(projectId: string, history: History): void {
    const text = JSON.stringify(history)
    const isTooLong = text.length > longestText && history.past.length > 1
    if (isTooLong) write(projectId, { ...history, past: history.past.slice(Math.ceil(history.past.length / 2)) })
    else storage.write(keyOf(projectId), text)
  }

  return {
    of(projectId: string): Store<History> {
      const known = histories.get(projectId)
      if (known) return known
      const store = createStore((storage.readJson(keyOf(projectId)) as History | null) ?? emptyHistory)
      store.subscribe(() => write(projectId, store.get()))
      histories.set(projectId, store)
      return store
    },
    /** Drops all histories: another user may use this tab next. */
    clear() {
      for (const projectId of histories.keys()) storage.remove(keyOf(projectId))
      histories.clear()
    },
  }
}
