import type { EditorDraft } from './editor-draft.ts'
import { canRedo, canUndo, redone as redoneSelection, undone as undoneSelection } from './selection/selection.ts'

/** A draft with the states that undo and redo lead to, the nearest last. */
export type DraftHistory = {
  readonly draft: EditorDraft
  readonly past: readonly EditorDraft[]
  readonly future: readonly EditorDraft[]
  /** The last change: a drag of a slider or a handle is many of them, and one step. */
  readonly last: { readonly fields: string; readonly atMs: number } | null
}

/** Changes of the same fields that follow each other this closely, in milliseconds, are one step. */
const stepMs = 500
/** The most steps that are kept. */
const maxSteps = 100

/** Fields that no step changes: words have the undo of their field, and the operation is only what is looked at. */
const outsideOfSteps: ReadonlySet<string> = new Set<keyof EditorDraft>(['words', 'improvedFrom', 'operation'])

export const startHistory = (draft: EditorDraft): DraftHistory => ({ draft, past: [], future: [], last: null })

/** The history after a change at a time, in milliseconds. */
export function changed(history: DraftHistory, part: Partial<EditorDraft>, atMs: number): DraftHistory {
  const { draft, past, last } = history
  const next = { ...draft, ...part }
  const fields = Object.keys(part)
    .filter((field) => !outsideOfSteps.has(field))
    .join()
  if (fields === '') return { ...history, draft: next }
  const goesOn = last !== null && last.fields === fields && fields !== 'selection' && atMs - last.atMs < stepMs
  return {
    draft: next,
    past: goesOn ? past : [...past, draft].slice(-maxSteps),
    future: [],
    last: { fields, atMs },
  }
}

/** Words stay as they are now; the operation is the one in which the step is seen. */
const restored = (state: EditorDraft, now: EditorDraft): EditorDraft => ({
  ...state,
  words: now.words,
  improvedFrom: now.improvedFrom,
})

/** Whether a step can be undone: one of this history, or one of the selection that was drawn before a reload. */
export const canUndoStep = ({ past, draft }: DraftHistory): boolean => past.length > 0 || canUndo(draft.selection)
export const canRedoStep = ({ future, draft }: DraftHistory): boolean => future.length > 0 || canRedo(draft.selection)

export function undoneStep(history: DraftHistory): DraftHistory {
  const { draft, past, future } = history
  const before = past.at(-1)
  if (!before) {
    const earlier = { ...draft, selection: undoneSelection(draft.selection) }
    return { draft: earlier, past, future: [...future, draft], last: null }
  }
  return { draft: restored(before, draft), past: past.slice(0, -1), future: [...future, draft], last: null }
}

export function redoneStep(history: DraftHistory): DraftHistory {
  const { draft, past, future } = history
  const after = future.at(-1)
  if (!after) return { ...history, draft: { ...draft, selection: redoneSelection(draft.selection) }, last: null }
  return { draft: restored(after, draft), past: [...past, draft], future: future.slice(0, -1), last: null }
}
