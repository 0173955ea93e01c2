import {
  noSelection,
  type Selection,
  type SelectionKind,
  selectedAlone,
  toggled,
  withoutMissing,
} from '#domain/board/selection.ts'
import type { SceneCard } from '#web/canvas/scene/scene.ts'
import type { BoardSession } from './board-session.ts'

type Selecting = Pick<BoardSession, 'selection'>

/** Selects these and nothing else. */
export const selectThese = ({ selection }: Selecting, sets: Partial<Selection>): void =>
  selection.set(selectedAlone(selection.get(), sets))

/** Selects this card, or thing of another kind, and nothing else. */
export const selectOnly = (session: Selecting, id: string, kind: SelectionKind = 'cards'): void =>
  selectThese(session, { [kind]: new Set([id]) })

/** Adds a card, or a thing of another kind, to the selection, or takes it out. */
export const toggleSelected = ({ selection }: Selecting, id: string, kind: SelectionKind = 'cards'): void =>
  selection.set(toggled(selection.get(), kind, id))

export const selectNone = ({ selection }: Selecting): void => selection.set(noSelection)

/** The cards that an action on this one affects: the whole selection if it is part of it, else it alone. */
export const actedOn = ({ selection }: Selecting, id: string): readonly string[] =>
  selection.get().cards.has(id) ? [...selection.get().cards] : [id]

/** Removes from the selection what is no longer on the board. Returns the stop. */
export function keepSelectionOnBoard({ board, selection }: Pick<BoardSession, 'board' | 'selection'>) {
  const isThere = {
    cards: (id: string) => board.cards.has(id),
    items: (id: string) => board.items.get().frames.has(id) || board.items.get().notes.has(id),
    rings: (id: string) => board.purses.get().some((purse) => purse.id === id),
  }
  const keep = () => selection.set(withoutMissing(selection.get(), (kind, id) => isThere[kind](id)))
  const stops = [board.onArrange(keep), board.items.subscribe(keep), board.purses.subscribe(keep)]
  return () => {
    for (const stop of stops) stop()
  }
}

const paths = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/** The selected cards and their ancestors, computed once for each set of cards: parents never change. */
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
