import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { BoardStore } from './board-store.ts'
import type { CardLayout } from './entry.ts'

/**
 * Reads a part of one generation and renders again only when that part changes. The part must be a value or an object
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

/** All cards, in a new list a moment after some were added, removed or moved. */
export function useSettledCards(board: BoardStore): readonly CardLayout[] {
  const [cards, setCards] = useState<readonly CardLayout[]>(() => [...board.cards.values()])
  useEffect(() => {
    const read = () => setCards([...board.cards.values()])
    read()
    return whenSettled(board, read)
  }, [board])
  return cards
}

/** Long enough to combine the cards of a board that is being read, or of several events, into one change. */
const settleMs = 200

/**
 * Notifies (debounced) that cards were added, removed or moved: for readers of all cards that need not follow each
 * step. Returns the stop.
 */
export function whenSettled(board: Pick<BoardStore, 'onArrange'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = board.onArrange(() => {
    clearTimeout(timer)
    timer = setTimeout(listener, settleMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
