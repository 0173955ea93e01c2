import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
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

/** All cards, in a new list a moment after some have come, gone or moved. */
export function useSettledCards(board: BoardStore): readonly CardLayout[] {
  const [cards, setCards] = useState<readonly CardLayout[]>(() => [...board.cards.values()])
  useEffect(() => {
    const read = () => setCards([...board.cards.values()])
    read()
    return whenSettled(board, read)
  }, [board])
  return cards
}

/** Long enough for a board that is being read, or cards that come one after the other, to be one change. */
const settleMs = 200

/**
 * Notifies, a moment after the last of them (debounce), that cards have come, gone or moved: for what looks at all cards and need not
 * follow each step. Returns the stop.
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
