import { useEffect } from 'react'
import type { BoardView } from './board-view.ts'

/** Tells the canvas which cards are selected, looked for and being moved: that shows at every zoom. */
export function useCardsInHand({ engine, selection, hits, dragged }: BoardView): void {
  useEffect(() => {
    const mark = () => engine.mark({ selected: selection.get(), hits: hits.get() })
    const lift = () => engine.lift(dragged.get())
    mark()
    lift()
    const stops = [selection.subscribe(mark), hits.subscribe(mark), dragged.subscribe(lift)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [engine, selection, hits, dragged])
}
