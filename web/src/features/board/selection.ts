import type { SceneCard } from '#web/canvas/scene/scene.ts'
import type { BoardSession } from './board-session.ts'

type Selecting = Pick<BoardSession, 'selection' | 'items'>

function selectNoItems({ items }: Pick<BoardSession, 'items'>): void {
  if (items.selected.get().size > 0) items.selected.set(new Set())
}

/** Selects this card and nothing else. */
export function selectOnly({ selection, items }: Selecting, id: string): void {
  selectNoItems({ items })
  if (selection.get().size !== 1 || !selection.get().has(id)) selection.set(new Set([id]))
}

/** Adds a card to the selection, or takes it out. */
export function toggleSelected({ selection }: Selecting, id: string): void {
  const next = new Set(selection.get())
  if (!next.delete(id)) next.add(id)
  selection.set(next)
}

/** Selects this frame or note and nothing else. */
export function selectOnlyItem({ selection, items }: Selecting, id: string): void {
  if (selection.get().size > 0) selection.set(new Set())
  if (items.selected.get().size !== 1 || !items.selected.get().has(id)) items.selected.set(new Set([id]))
}

/** Adds a frame or note to the selection, or takes it out. */
export function toggleSelectedItem({ items }: Pick<BoardSession, 'items'>, id: string): void {
  const next = new Set(items.selected.get())
  if (!next.delete(id)) next.add(id)
  items.selected.set(next)
}

export function selectAll({ selection }: Pick<BoardSession, 'selection'>, ids: Iterable<string>): void {
  selection.set(new Set(ids))
}

export function selectNone({ selection, items }: Selecting): void {
  selectNoItems({ items })
  if (selection.get().size > 0) selection.set(new Set())
}

/** The cards that an action on this one affects: the whole selection if it is part of it, else it alone. */
export const actedOn = ({ selection }: Pick<BoardSession, 'selection'>, id: string): readonly string[] =>
  selection.get().has(id) ? [...selection.get()] : [id]

/** Removes from the selection what is no longer on the board. Returns the stop. */
export function keepSelectionOnBoard({ board, selection, items }: Pick<BoardSession, 'board' | 'selection' | 'items'>) {
  const stops = [
    board.onArrange(() => {
      const left = [...selection.get()].filter((id) => board.cards.has(id))
      if (left.length < selection.get().size) selection.set(new Set(left))
    }),
    board.items.subscribe(() => {
      const { frames, notes } = board.items.get()
      const left = [...items.selected.get()].filter((id) => frames.has(id) || notes.has(id))
      if (left.length < items.selected.get().size) items.selected.set(new Set(left))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const paths = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/** The selected cards and their ancestors, computed once for each selection: parents never change. */
export function pathToRoots(
  cards: Pick<ReadonlyMap<string, SceneCard>, 'get'>,
  selected: ReadonlySet<string>,
): ReadonlySet<string> {
  const known = paths.get(selected)
  if (known) return known
  const path = new Set<string>()
  for (const id of selected)
    for (let next: string | null = id; next !== null && !path.has(next); next = cards.get(next)?.parentId ?? null)
      path.add(next)
  paths.set(selected, path)
  return path
}
