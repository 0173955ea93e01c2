import type { BoardView } from './board-view.ts'
import { dropCards } from './move-cards.ts'

/** Canvas pixels. */
const step = 10
const largeStep = 100
/** Without a selection the arrows move the view: screen pixels. */
const panStep = 80
/** A row of arrow presses is one move: it is put down when the keys have rested this long. */
const putDownMs = 500

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Arrows move the selection (with Shift by more), or the view where nothing is selected. */
export function startNudging(view: BoardView) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const nudge = (direction: { x: number; y: number }, by: number) => {
    const ids = view.selection.get()
    const from = view.dragged.get()?.offset ?? { x: 0, y: 0 }
    const offset = { x: from.x + direction.x * by, y: from.y + direction.y * by }
    view.dragged.set({ ids, offset })
    clearTimeout(timer)
    timer = setTimeout(() => dropCards(view, ids, offset), putDownMs)
  }

  const pan = (direction: { x: number; y: number }) => {
    const camera = view.controller.get()
    const panX = camera.panX - direction.x * panStep
    view.controller.set({ ...camera, panX, panY: camera.panY - direction.y * panStep })
  }

  return {
    /** Whether the key was an arrow, and did something. */
    press({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
      const direction = arrows[key]
      if (!direction || ctrlKey || metaKey || altKey) return false
      if (view.selection.get().size > 0) nudge(direction, shiftKey ? largeStep : step)
      else pan(direction)
      return true
    },
    stop: () => clearTimeout(timer),
  }
}
