import { type Camera, centreOn, fitToView, screenPoint, toBoard, type ViewportSize } from '#domain/geometry/camera.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { CameraController } from './camera-controller.ts'
import { nearZoom } from './scene/picture-boxes.ts'

/** The insets of what floats over the canvas, in screen pixels: the header, the bars below, and margins at the sides. */
export const covered = { top: 76, right: 16, bottom: 88, left: 16 }

/** The dock at the left edge with a margin beside it, in screen pixels; a phone has none. */
export const dockWidth = 68

/** Windows narrower than this many pixels are a phone's, as in the style sheets. */
export const phoneWidth = 640

/** Kept free beside an open panel, in screen pixels. */
const margin = 16

/** The largest part of an area that lies at one side of a panel. */
function beside(area: Rect, panel: Rect): Rect {
  const right = area.x + area.width
  const bottom = area.y + area.height
  const afterPanel = panel.x + panel.width + margin
  const belowPanel = panel.y + panel.height + margin
  const parts = [
    { ...area, x: afterPanel, width: right - afterPanel },
    { ...area, width: panel.x - margin - area.x },
    { ...area, y: belowPanel, height: bottom - belowPanel },
    { ...area, height: panel.y - margin - area.y },
  ]
  const size = ({ width, height }: Rect) => Math.max(0, width) * Math.max(0, height)
  return parts.reduce((largest, part) => (size(part) > size(largest) ? part : largest))
}

/** The part of the window that nothing floats over, in screen pixels. */
export function freeScreen({ width, height }: ViewportSize, panels: readonly Rect[]): Rect {
  const left = width < phoneWidth ? covered.left : dockWidth
  return panels.reduce(beside, {
    x: left,
    y: covered.top,
    width: width - left - covered.right,
    height: height - covered.top - covered.bottom,
  })
}

/** The same of the board. */
export function freeBoard(camera: Camera, viewport: ViewportSize, panels: readonly Rect[]): Rect {
  const { x, y, width, height } = freeScreen(viewport, panels)
  return { ...toBoard(screenPoint(x, y), camera), width: width / camera.zoom, height: height / camera.zoom }
}

/** Screen pixels kept free around a rectangle where there is too little room to show it at the zoom that is wanted. */
const roomMargin = 24

/** Centers a rectangle at a zoom, or smaller where it would not fit, but never so small that it is only painted. */
export function viewOfWhole(rect: Rect, viewport: ViewportSize, zoom: number): Camera {
  const fitting = Math.max(fitToView(rect, viewport, roomMargin).zoom, nearZoom)
  return centreOn(rect, viewport, Math.min(zoom, fitting))
}

/** The same within a part of the window. */
export function viewWithin({ x, y, ...room }: Rect, rect: Rect, zoom: number): Camera {
  const view = viewOfWhole(rect, room, zoom)
  return { ...view, panX: view.panX + x, panY: view.panY + y }
}

/** The open panels that lie over the canvas for longer, such as the asset drawer: they have the class `covers-canvas`. */
export const openPanels = (): Rect[] =>
  Array.from(document.querySelectorAll('.covers-canvas'), (panel) => panel.getBoundingClientRect()).filter(
    ({ width }) => width > 0,
  )

/** The part of the board that nothing floats over now. */
export const freeView = (controller: CameraController): Rect =>
  freeBoard(controller.get(), controller.viewport(), openPanels())
