import { deadEnds } from '#domain/lineage/dead-ends.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { cullTexts } from './cull-texts.ts'

/** The dead ends of a board, and which of them are folded. */
export function deadEndsOf(board: BoardStore): { open: string[]; folded: string[] } {
  const cards = Array.from(board.cards.values(), ({ id, parentId }) => ({
    id,
    parentId,
    images: board.getGeneration(id)?.images ?? [],
  }))
  const { open = [], folded = [] } = Object.groupBy(deadEnds(cards), (id) =>
    board.cards.get(id)?.isCollapsed ? 'folded' : 'open',
  )
  return { open, folded }
}

/** Collapses every card that leads to no liked or starred image, as one step. */
export function foldDeadEnds(board: BoardStore): void {
  const { open } = deadEndsOf(board)
  editBoard(
    board,
    open.map((generationId) => ({ kind: 'collapse', generationId, isCollapsed: true })),
    cullTexts.folded(open.length),
  )
}

/** Opens them again, as one step. */
export function unfoldDeadEnds(board: BoardStore): void {
  const { folded } = deadEndsOf(board)
  editBoard(
    board,
    folded.map((generationId) => ({ kind: 'collapse', generationId, isCollapsed: false })),
    cullTexts.unfolded(folded.length),
  )
}
