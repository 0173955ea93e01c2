import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import { useGeneration } from '#web/data/board/use-board.ts'
import type { Store } from '#web/data/store.ts'
import type { BoardView } from './board-view.ts'

const BoardContext = createContext<BoardView | null>(null)
export const BoardProvider = BoardContext.Provider

/** The open canvas. */
export function useBoardView(): BoardView {
  const view = useContext(BoardContext)
  if (!view) throw new Error('This belongs inside a BoardProvider.')
  return view
}

/** A part of one card's generation; renders again only when that part changes. */
export const useCard = <Part>(id: string, select: (generation: GenerationShape) => Part) =>
  useGeneration(useBoardView().board, id, select)

/** Where a card lies; undefined once it is gone. */
export function useCardPlace(id: string) {
  const { board } = useBoardView()
  const subscribe = useCallback((listener: () => void) => board.onArrange(listener), [board])
  return useSyncExternalStore(subscribe, () => board.cards.get(id))
}

/** A part of a store's value; renders again only when that part changes. */
export const useSelect = <Value, Part>(store: Store<Value>, select: (value: Value) => Part) =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))
