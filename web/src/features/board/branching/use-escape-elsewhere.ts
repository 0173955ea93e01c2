import { useEffect, useRef } from 'react'
import { useBoardView } from '../board-context.ts'

/** What has an Escape of its own. */
const layers = 'input, textarea, [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Escape on the canvas closes what floats over it first, before it is for the selection; a drag under way comes before both. */
export function useEscapeElsewhere(close: () => void): void {
  const { dragged } = useBoardView()
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && !event.target.closest(layers)
      if (event.key !== 'Escape' || !isElsewhere || dragged.get() !== null) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Before the commands hear of it.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [dragged])
}
