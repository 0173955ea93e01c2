import { useMemo } from 'react'
import { branchOrder } from '#domain/lineage/branch-order.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { useBoardView } from '../board-context.ts'
import { type LinePicture, pictureLine } from './picture-line.ts'

/** The finished pictures of a card's branch, in the order in which the lightbox walks through them. */
export function useLine(startCardId: string): readonly LinePicture[] {
  const { board } = useBoardView()
  const cards = useSettledCards(board)
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that come and go change the way
  return useMemo(() => {
    const tree = { find: (id: string) => board.cards.get(id), childrenOf: (id: string) => board.childrenOf(id) ?? [] }
    const generations = branchOrder(startCardId, tree).map((id) => board.getGeneration(id))
    return pictureLine(generations.filter((generation) => generation !== undefined))
  }, [board, startCardId, cards])
}
