import { useEffect } from 'react'
import type { BoardView } from './board-view.ts'
import { newestCard, viewOfCard } from './initial-view.ts'

const recentreDelayMs = 100
const glideMs = 200

/** A card that is added while the project is open comes into the middle. Moving, collapsing and deleting never move the view. */
export function useRecentre({ board, controller }: BoardView): void {
  useEffect(() => {
    // Also those that are gone: a card that is put back was not added.
    const known = new Set(board.layout.get().map((card) => card.id))
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = board.layout.subscribe(() => {
      const cards = board.layout.get()
      const newest = newestCard(cards)
      const isAdded = newest !== null && !known.has(newest.id)
      for (const card of cards) known.add(card.id)
      if (!isAdded) return
      clearTimeout(timer)
      timer = setTimeout(() => controller.glideTo(viewOfCard(newest, controller.viewport()), glideMs), recentreDelayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [board, controller])
}
