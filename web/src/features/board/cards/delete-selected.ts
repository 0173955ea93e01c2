import type { BoardChange } from '#domain/board/change.ts'
import { noSelection, type Selection } from '#domain/board/selection.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard, undoStep } from '#web/data/board/edit-board.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { type Deleted, deleteTexts } from '../delete-texts.ts'
import { branchesOf, itemRemovals, topmostOf } from './edit-cards.ts'

/** Counts what of a selection is still on the board; its rings. */
export function describeSelected(board: BoardStore, { cards, items, rings }: Selection): Deleted {
  const { frames, notes } = board.items.get()
  const purses = board.purses.get().filter(({ id }) => rings.has(id))
  return {
    cards: [...cards].filter((id) => board.cards.has(id)).length,
    frames: [...items].filter((id) => frames.has(id)).length,
    notes: [...items].filter((id) => notes.has(id)).length,
    rings: purses.map(({ name, token }) => ({ name, hasToken: token !== null })),
  }
}

/**
 * Moves the selected cards and everything below them to the trash, and removes the selected frames, notes and rings, as one step. What
 * lies in a frame or was made in a ring stays. Where cards are among them, a toast restores all of it.
 */
export function deleteSelected(board: BoardStore, selected: Selection): void {
  const roots = topmostOf(board, [...selected.cards])
  const gone = { ...describeSelected(board, selected), cards: branchesOf(board, roots).length }
  const label = deleteTexts.step(gone)
  const changes: BoardChange[] = [
    ...roots.map((generationId) => ({ kind: 'delete' as const, generationId })),
    ...itemRemovals(board, selected.items),
    ...Array.from(selected.rings, (purseId) => ({ kind: 'remove-purse' as const, purseId })),
  ]
  const step = editBoard(board, changes, label)
  if (!step) return
  if (gone.cards === 0) {
    announce(label)
    return
  }
  showToast({
    kind: 'success',
    title: deleteTexts.done,
    description: deleteTexts.doneText(gone),
    action: { label: deleteTexts.undo, run: () => undoStep(board, step, deleteTexts.restoredStep(gone)) },
  })
}

/** Moves the cards and everything below them to the trash; the toast restores them. */
export const deleteCards = (board: BoardStore, ids: readonly string[]): void =>
  deleteSelected(board, { ...noSelection, cards: new Set(ids) })
