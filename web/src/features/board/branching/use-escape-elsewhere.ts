import { useEffect, useRef } from 'react'
import { isForPage } from '#web/canvas/page-keys.ts'
import { useBoardView } from '../board-context.ts'

/** Escape on the canvas closes what floats over it first, before it is for the selection; a drag under way comes before both. */
export function useEscapeElsewhere(close: () => void): void {
  const { dragged } = useBoardView()
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isForPage(event) || dragged.get() !== null) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Before the commands hear of it.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [dragged])
}
