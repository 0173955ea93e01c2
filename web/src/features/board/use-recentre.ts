import { useEffect } from 'react'
import type { BoardView } from './board-view.ts'
import { viewOfCard } from './initial-view.ts'

const recentreDelayMs = 100
const glideMs = 200

/** A card that is added while the project is open comes into the middle. Moving, collapsing and deleting never move the view. */
export function useRecentre({ board, controller }: BoardView): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = board.onAdd((card) => {
      clearTimeout(timer)
      timer = setTimeout(() => controller.glideTo(viewOfCard(card, controller.viewport()), glideMs), recentreDelayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [board, controller])
}
