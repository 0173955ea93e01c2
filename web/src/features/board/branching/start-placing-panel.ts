import type { BoardView } from '../board-view.ts'
import type { Composing } from './composing.ts'
import { panelOnScreen, shiftIntoView } from './panel-place.ts'

const glideMs = 200

/**
 * Keeps the panel at its place of the canvas while the view moves, without rendering anything, and first brings that place
 * into view. On a phone the style sheet makes it a sheet at the bottom, which stays. Returns the stop.
 */
export function startPlacingPanel(panel: HTMLElement, { controller }: BoardView, { place }: Composing): () => void {
  const onScreen = () => panelOnScreen(place, controller.get(), controller.viewport())
  const write = () => {
    const { x, y, width } = onScreen()
    panel.style.setProperty('--x', `${Math.round(x)}px`)
    panel.style.setProperty('--y', `${Math.round(y)}px`)
    panel.style.setProperty('--width', `${Math.round(width)}px`)
  }
  write()
  const shift = shiftIntoView({ ...onScreen(), height: panel.offsetHeight }, controller.viewport())
  const camera = controller.get()
  if (shift.x !== 0 || shift.y !== 0)
    controller.glideTo({ ...camera, panX: camera.panX + shift.x, panY: camera.panY + shift.y }, glideMs)
  return controller.onFrame(write)
}
