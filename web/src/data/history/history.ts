import type { BoardChange } from '#domain/board/change.ts'

/** One thing a person did, and what takes it back. */
export type Step = {
  /** What it was, in words. */
  readonly label: string
  readonly redo: readonly BoardChange[]
  readonly undo: readonly BoardChange[]
}

/** What can be undone and redone, the next one last. */
export type History = { readonly past: readonly Step[]; readonly future: readonly Step[] }

export const emptyHistory: History = { past: [], future: [] }

/** Nobody goes further back by hand. */
const mostSteps = 100

/** Something new was done: what was undone before can't be redone any more. */
export const withStep = ({ past }: History, step: Step): History => ({
  past: [...past, step].slice(-mostSteps),
  future: [],
})

/** The history after its last step was undone. */
export function steppedBack({ past, future }: History): History {
  const step = past.at(-1)
  return step ? { past: past.slice(0, -1), future: [...future, step] } : { past, future }
}

/** The history after the step that was undone last was done again. */
export function steppedForward({ past, future }: History): History {
  const step = future.at(-1)
  return step ? { past: [...past, step], future: future.slice(0, -1) } : { past, future }
}
