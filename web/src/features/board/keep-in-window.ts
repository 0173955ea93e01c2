import type { CameraController } from '#web/canvas/camera-controller.ts'
import { covered, dockWidth } from '#web/canvas/free-view.ts'
import { phoneQuery } from '#web/ui/browser-state.ts'
import type { BoardSession } from './board-session.ts'

/** Kept free at the sides of the window, in screen pixels; at the left of a larger one also the dock. */
const margin = { phone: 12, right: 16 }
/** The header ends here, in screen pixels. */
const headerBottom = 64

/**
 * Moves what floats over the canvas sideways, by its `--shift`, so that all of it is in the window and beside the dock; and down, by its
 * `--drop`, where the header would cover it. What is as wide as a card gives up by its `--trim` the width that its content does not need.
 */
export function keepInWindow(float: HTMLElement, controller: CameraController): void {
  const put = (name: 'shift' | 'trim' | 'drop', pixels: number) => float.style.setProperty(`--${name}`, `${pixels}px`)
  put('shift', 0)
  put('trim', 0)
  put('drop', 0)
  const whole = float.getBoundingClientRect()
  put('trim', whole.width)
  const needed = float.getBoundingClientRect().width
  const least = matchMedia(phoneQuery).matches ? margin.phone : dockWidth
  const most = controller.viewport().width - margin.right
  const left = Math.max(least, Math.min(whole.left, most - needed))
  const right = Math.max(left + needed, Math.min(whole.right, most))
  put('shift', left - whole.left)
  put('trim', whole.width - (right - left))
  // Tools of an element above the window leave with it.
  const ownerBottom = float.parentElement?.getBoundingClientRect().bottom ?? 0
  put('drop', ownerBottom < headerBottom + whole.height ? 0 : Math.max(0, headerBottom - whole.top))
}

/**
 * As `keepInWindow`, for what stands above its element: where the header would cover it, it stands below the element by `data-below`, if
 * there is room above the bars.
 */
export function keepBesideOwner(float: HTMLElement, controller: CameraController): void {
  delete float.dataset.below
  keepInWindow(float, controller)
  const owner = float.parentElement?.getBoundingClientRect()
  const { top, height } = float.getBoundingClientRect()
  const isDropped = owner !== undefined && top + height > owner.top
  const room = controller.viewport().height - covered.bottom
  if (!isDropped || owner.bottom + height > room) return
  float.style.setProperty('--drop', '0px')
  float.dataset.below = ''
}

/**
 * Places what floats over the canvas now, whenever the view rests, and after frames and notes have changed or were mounted: their code
 * comes later than they do. Returns what ends it.
 * @param place Called a frame after a change: what was moved is rendered after it.
 */
export function placeOverBoard(
  { board, controller }: Pick<BoardSession, 'board' | 'controller'>,
  place: () => void,
): () => void {
  let frame = 0
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  place()
  const stops = [controller.onRest(placeSoon), board.items.subscribe(placeSoon)]
  const mounting = new MutationObserver(placeSoon)
  const front = document.querySelector('.canvas-front')
  if (front) mounting.observe(front, { childList: true, subtree: true })
  return () => {
    mounting.disconnect()
    for (const stop of stops) stop()
    cancelAnimationFrame(frame)
  }
}
