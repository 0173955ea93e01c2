import { useEffect } from 'react'
import type { BoardView } from './board-view.ts'

/** Tells the canvas which cards are selected and which are being moved: those it keeps at hand at every zoom. */
export function useCardsInHand({ engine, selection, dragged }: BoardView): void {
  useEffect(() => {
    const pinSelected = () => engine.pin('selected', [...selection.get()].reverse())
    const lift = () => engine.lift(dragged.get())
    pinSelected()
    lift()
    const stops = [selection.subscribe(pinSelected), dragged.subscribe(lift)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [engine, selection, dragged])
}
