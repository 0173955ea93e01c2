import { useEffect } from 'react'
import type { BoardView } from './board-view.ts'
import { fitAll, zoomTo } from './zoom-bar.tsx'

/** Shift+1 frames everything, Mod+0 goes to 100 %. Silent while a field has the focus. */
export function useBoardKeys({ controller, board }: BoardView): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.matches('input, textarea')) return
      if (event.shiftKey && event.code === 'Digit1') fitAll(controller, board)
      else if ((event.ctrlKey || event.metaKey) && event.key === '0') zoomTo(controller, 1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [controller, board])
}
