import { useEffect } from 'react'
import type { BoardView } from '../board-view.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
const isOnCanvas = (event: DragEvent) => event.target instanceof Element && event.target.closest('.canvas') !== null

/** A picture that is dropped on the canvas is looked at for how it was made. What lies above the canvas takes its own. */
export function useDroppedPicture(view: BoardView): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (carriesFiles(event) && isOnCanvas(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = [...(event.dataTransfer?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (event.defaultPrevented || !file || !isOnCanvas(event)) return
      event.preventDefault()
      view.rebuilding.set(file)
    }
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [view])
}
