import type { Rect } from '#domain/geometry/rect.ts'

/** Whether a stroke selects, or takes away what it covers. */
export type SelectionMode = 'add' | 'subtract'

/** One act of selecting; all lengths are pixels of the picture. */
export type SelectionStep =
  /** `points`: x, y and the diameter there, one after the other. */
  | { readonly kind: 'brush'; readonly mode: SelectionMode; readonly points: readonly number[] }
  /** `points`: x and y of the outline, one after the other. */
  | { readonly kind: 'lasso'; readonly mode: SelectionMode; readonly points: readonly number[] }
  | { readonly kind: 'rectangle'; readonly mode: SelectionMode; readonly rect: Rect }
  /** The area that was found in the picture: rings of x and y; a ring in a ring is a hole. */
  | { readonly kind: 'outline'; readonly mode: SelectionMode; readonly rings: readonly (readonly number[])[] }
  /** The white pixels of a mask that the server has, by its address. */
  | { readonly kind: 'mask'; readonly mode: SelectionMode; readonly address: string }
  /** The opacity of a picture that the server has, by its address. It is no part of a draft. */
  | { readonly kind: 'opacity'; readonly mode: SelectionMode; readonly address: string }
  | { readonly kind: 'invert' }
  | { readonly kind: 'clear' }

/** The selection, step by step; steps from `done` on were undone, and can be redone until the next step. */
export type Selection = { readonly steps: readonly SelectionStep[]; readonly done: number }

export const noSelection: Selection = { steps: [], done: 0 }

/** The oldest steps are dropped beyond this; a selection is rarely made of more than a few dozen. */
const maxSteps = 500

/** The selection after one more step. What had been undone is gone. */
export function withStep({ steps, done }: Selection, step: SelectionStep): Selection {
  const kept = [...steps.slice(0, done), step].slice(-maxSteps)
  return { steps: kept, done: kept.length }
}

/** The selection of two pages: the steps of the earlier one first, unless the later one goes on from them. */
export function joinSelections(earlier: Selection, later: Selection): Selection {
  if (later.steps.length === 0) return earlier
  const before = earlier.steps.slice(0, earlier.done)
  if (before.every((step, place) => JSON.stringify(step) === JSON.stringify(later.steps[place]))) return later
  const steps = [...before, ...later.steps].slice(-maxSteps)
  return { steps, done: Math.max(0, steps.length - later.steps.length + later.done) }
}

/** The steps that shape the selection: those after the last that cleared it. */
export function shapingSteps({ steps, done }: Selection): readonly SelectionStep[] {
  const taken = steps.slice(0, done)
  return taken.slice(taken.findLastIndex(({ kind }) => kind === 'clear') + 1)
}

/** Whether no step selects anything. Strokes that cancel each other out count as selecting: only their pixels show it. */
export const isUntouched = (selection: Selection): boolean =>
  shapingSteps(selection).every((step) => step.kind !== 'invert' && 'mode' in step && step.mode === 'subtract')

export const canUndo = ({ done }: Selection): boolean => done > 0
export const canRedo = ({ steps, done }: Selection): boolean => done < steps.length
export const undone = (selection: Selection): Selection => ({ ...selection, done: Math.max(0, selection.done - 1) })
export const redone = (selection: Selection): Selection => ({
  ...selection,
  done: Math.min(selection.steps.length, selection.done + 1),
})

/** A brush of one diameter whose pen is pressed as hard as `pressure` says: a light pen draws a third of the width. */
export const brushWidth = (size: number, { pressure, pointerType }: Pick<PointerEvent, 'pressure' | 'pointerType'>) =>
  pointerType === 'pen' ? size * (1 / 3 + (2 / 3) * Math.min(1, pressure * 1.5)) : size

const isNumbers = (value: unknown, group: number): value is number[] =>
  Array.isArray(value) && value.length >= group && value.length % group === 0 && value.every(Number.isFinite)
const isMode = (value: unknown): value is SelectionMode => value === 'add' || value === 'subtract'

function parseStep(stored: unknown): SelectionStep | null {
  const { kind, mode, points, rect, address, rings } = Object(stored) as Record<string, unknown>
  if (kind === 'invert' || kind === 'clear') return { kind }
  if (!isMode(mode)) return null
  if (kind === 'brush' && isNumbers(points, 3)) return { kind, mode, points }
  if (kind === 'lasso' && isNumbers(points, 2)) return { kind, mode, points }
  if (kind === 'outline' && Array.isArray(rings) && rings.every((ring) => isNumbers(ring, 2)))
    return { kind, mode, rings }
  if (kind === 'mask' && typeof address === 'string' && address.startsWith('/')) return { kind, mode, address }
  if (kind !== 'rectangle') return null
  const { x, y, width, height } = Object(rect) as Record<string, unknown>
  const sides = [x, y, width, height]
  return isNumbers(sides, 4) ? { kind, mode, rect: { x, y, width, height } as Rect } : null
}

/** A selection from the browser's storage; steps that are broken are left out. */
export function parseSelection(stored: unknown): Selection {
  const { steps, done } = Object(stored) as Record<string, unknown>
  if (!Array.isArray(steps)) return noSelection
  const parsed = steps.flatMap((step) => parseStep(step) ?? [])
  const isWhole = parsed.length === steps.length && typeof done === 'number' && Number.isInteger(done)
  return { steps: parsed, done: isWhole ? Math.min(Math.max(0, done), parsed.length) : parsed.length }
}
