import { useCallback, useSyncExternalStore } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { BoardStore } from './board-store.ts'
import type { CardLayout } from './card-layout.ts'

/**
 * Reads a part of one generation and renders again only when that part changes. The part has to be a value or an object
 * that keeps its identity, such as one image.
 */
export function useGeneration<Part>(
  board: BoardStore,
  id: string,
  select: (generation: GenerationShape) => Part,
): Part | undefined {
  const subscribe = useCallback((listener: () => void) => board.subscribe(id, listener), [board, id])
  return useSyncExternalStore(subscribe, () => {
    const generation = board.getGeneration(id)
    return generation && select(generation)
  })
}

const arranged = new WeakMap<BoardStore, readonly CardLayout[]>()

/** All cards, in a new list whenever one has come, gone or moved. */
export function useArrangedCards(board: BoardStore): readonly CardLayout[] {
  const subscribe = useCallback(
    (listener: () => void) =>
      board.onArrange(() => {
        arranged.delete(board)
        listener()
      }),
    [board],
  )
  return useSyncExternalStore(subscribe, () => {
    const known = arranged.get(board)
    if (known) return known
    const cards = [...board.cards.values()]
    arranged.set(board, cards)
    return cards
  })
}
