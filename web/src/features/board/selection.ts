import type { BoardSession } from './board-session.ts'

type Selecting = Pick<BoardSession, 'selection'>

/** Selects this card and no other. */
export function selectOnly({ selection }: Selecting, id: string): void {
  if (selection.get().size !== 1 || !selection.get().has(id)) selection.set(new Set([id]))
}

/** Adds a card to the selection, or takes it out. */
export function toggleSelected({ selection }: Selecting, id: string): void {
  const next = new Set(selection.get())
  if (!next.delete(id)) next.add(id)
  selection.set(next)
}

export function selectAll({ selection }: Selecting, ids: Iterable<string>): void {
  selection.set(new Set(ids))
}

export function selectNone({ selection }: Selecting): void {
  if (selection.get().size > 0) selection.set(new Set())
}

/** The cards that an action on this one affects: the whole selection if it is part of it, else it alone. */
export const actedOn = ({ selection }: Selecting, id: string): readonly string[] =>
  selection.get().has(id) ? [...selection.get()] : [id]

/** Removes cards from the selection that are no longer on the board. Returns the stop. */
export const keepSelectionOnBoard = ({ board, selection }: Pick<BoardSession, 'board' | 'selection'>) =>
  board.onArrange(() => {
    const left = [...selection.get()].filter((id) => board.cards.has(id))
    if (left.length < selection.get().size) selection.set(new Set(left))
  })
