import { useEffect, useRef } from 'react'
import { isForLayer } from '#web/canvas/page-keys.ts'

/**
 * Keys of something that floats over the canvas, wherever the focus is but in a field, a menu or another dialog.
 * @param press Answers whether the key was for it: then nothing else hears of it.
 */
export function useLayerKeys(press: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isForLayer(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || !latest.current(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the arrows move cards and the commands hear of it.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
}
