import { toScreen } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { BoardView } from '../board-view.ts'
import type { Composing } from './composing.ts'
import { panelOnScreen, shiftIntoView } from './panel-place.ts'

const glideMs = 200

/** What a sheet at the bottom leaves free is for the card that is branched, or for where a new one will land. */
function besideSheet({ board, controller }: BoardView, composing: Composing) {
  const parent = composing.kind === 'new' ? undefined : board.cards.get(composing.source.parentId)
  const rect = cardRect(parent ?? { ...composing.place, isCollapsed: false })
  const camera = controller.get()
  return { ...toScreen(rect, camera), width: rect.width * camera.zoom, height: rect.height * camera.zoom }
}

/**
 * Keeps the panel at its place of the canvas while the view moves, without rendering anything, and first brings that place
 * into view. On a phone the style sheet makes it a sheet at the bottom, which stays. Returns the stop.
 */
export function startPlacingPanel(panel: HTMLElement, view: BoardView, composing: Composing): () => void {
  const { controller } = view
  const onScreen = () => panelOnScreen(composing.place, controller.get(), controller.viewport())
  const write = () => {
    const { x, y, width } = onScreen()
    panel.style.setProperty('--x', `${Math.round(x)}px`)
    panel.style.setProperty('--y', `${Math.round(y)}px`)
    panel.style.setProperty('--width', `${Math.round(width)}px`)
  }
  write()
  const { width, height } = controller.viewport()
  const isSheet = getComputedStyle(panel).position === 'fixed'
  const shift = isSheet
    ? shiftIntoView(besideSheet(view, composing), { width, height: height - panel.offsetHeight })
    : shiftIntoView({ ...onScreen(), height: panel.offsetHeight }, { width, height })
  const camera = controller.get()
  if (shift.x !== 0 || shift.y !== 0)
    controller.glideTo({ ...camera, panX: camera.panX + shift.x, panY: camera.panY + shift.y }, glideMs)
  return controller.onFrame(write)
}
