import type { CameraController } from '#web/canvas/camera-controller.ts'
import { dockWidth } from '#web/canvas/free-view.ts'
import { phoneQuery } from '#web/ui/browser-state.ts'
import type { BoardSession } from './board-session.ts'

/** Kept free at the sides of the window, in screen pixels; at the left also the dock. */
const margin = 12

/**
 * Moves what floats over the canvas sideways, by its `--shift`, so that all of it is in the window and beside the dock. What is as wide as
 * a card gives up by its `--trim` the width that its content does not need.
 */
export function keepInWindow(float: HTMLElement, controller: CameraController): void {
  const put = (shift: number, trim: number) => {
    float.style.setProperty('--shift', `${shift}px`)
    float.style.setProperty('--trim', `${trim}px`)
  }
  put(0, 0)
  const whole = float.getBoundingClientRect()
  put(0, whole.width)
  const needed = float.getBoundingClientRect().width
  const least = matchMedia(phoneQuery).matches ? margin : dockWidth
  const most = controller.viewport().width - margin
  const left = Math.max(least, Math.min(whole.left, most - needed))
  const right = Math.max(left + needed, Math.min(whole.right, most))
  put(left - whole.left, whole.width - (right - left))
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
