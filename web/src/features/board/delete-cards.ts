import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { showToast } from '#web/ui/toast.ts'
import { boardTexts } from './texts.ts'

/** Those of the cards that no other of them takes along when it is deleted. */
export function topmostOf(board: Pick<BoardStore, 'cards'>, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return ids.filter((id) => {
    for (let above = board.cards.get(id)?.parentId; above != null; above = board.cards.get(above)?.parentId)
      if (chosen.has(above)) return false
    return board.cards.has(id)
  })
}

/** All that goes to the trash with these cards, themselves included. */
export const branchesOf = (board: Pick<BoardStore, 'cards' | 'branchOf'>, ids: readonly string[]) =>
  topmostOf(board, ids).flatMap((id) => board.branchOf(id))

/** Moves the cards and everything below them to the trash; the toast brings them back. */
export function deleteCards(board: BoardStore, ids: readonly string[]): void {
  const roots = topmostOf(board, ids)
  const count = branchesOf(board, roots).length
  editBoard(
    board,
    roots.map((generationId) => ({ kind: 'delete', generationId })),
    boardTexts.deletedStep(count),
  )
  showToast({
    kind: 'success',
    title: boardTexts.deleted,
    description: boardTexts.deletedText(count),
    action: {
      label: boardTexts.undo,
      run: () =>
        editBoard(
          board,
          roots.map((generationId) => ({ kind: 'restore', generationId })),
          boardTexts.restoredStep(count),
        ),
    },
  })
}
