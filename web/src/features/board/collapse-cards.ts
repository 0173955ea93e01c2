import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardView } from './board-view.ts'
import { boardTexts } from './texts.ts'

/** Whether every selected card is collapsed already. */
export const areAllCollapsed = ({ board, selection }: Pick<BoardView, 'board' | 'selection'>) =>
  [...selection.get()].every((id) => board.cards.get(id)?.isCollapsed)

/** Collapses or expands cards, as one step. */
export function setCollapsed(
  { board }: Pick<BoardView, 'board'>,
  ids: readonly string[],
  wanted: 'collapsed' | 'expanded',
): void {
  const isCollapsed = wanted === 'collapsed'
  const changing = ids.filter((id) => board.cards.get(id)?.isCollapsed === !isCollapsed)
  editBoard(
    board,
    changing.map((generationId) => ({ kind: 'collapse', generationId, isCollapsed })),
    boardTexts.collapsed(wanted, changing.length),
  )
}
