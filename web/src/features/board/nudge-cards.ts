import type { Point } from '#domain/geometry/rect.ts'
import type { BoardView } from './board-view.ts'
import { dropCards } from './move-cards.ts'

/** Canvas pixels. */
const step = 10
const largeStep = 100
/** Without a selection the arrows move the view: screen pixels. */
const panStep = 80
/** A row of arrow presses is one move: it is put down when the keys have rested this long. */
const putDownMs = 500

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type NudgingOptions = {
  /** Where leaving the page and pressing a pointer are told of. */
  readonly page?: EventTarget
  /** Puts cards down, moved by an offset. */
  putDown?(ids: ReadonlySet<string>, offset: Point): void
}

/** Arrows move the selection (with Shift by more), or the view where nothing is selected. */
export function startNudging(
  view: BoardView,
  { page = window, putDown = (ids, offset) => dropCards(view, ids, offset) }: NudgingOptions = {},
) {
  let moved: { readonly ids: ReadonlySet<string>; readonly offset: Point } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Ends a row of presses: what was moved is stored. */
  const end = () => {
    clearTimeout(timer)
    if (!moved) return
    const { ids, offset } = moved
    moved = null
    putDown(ids, offset)
  }

  const nudge = (direction: Point, by: number) => {
    const ids = view.selection.get()
    const from = moved?.offset ?? { x: 0, y: 0 }
    moved = { ids, offset: { x: from.x + direction.x * by, y: from.y + direction.y * by } }
    view.dragged.set(moved)
    clearTimeout(timer)
    timer = setTimeout(end, putDownMs)
  }

  const listening = new AbortController()
  for (const name of ['pagehide', 'pointerdown'])
    page.addEventListener(name, end, { signal: listening.signal, capture: true })
  // What is selected next is moved from where it lies.
  const stopWatching = view.selection.subscribe(end)

  const pan = (direction: Point) => {
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
    stop() {
      end()
      stopWatching()
      listening.abort()
    },
  }
}
