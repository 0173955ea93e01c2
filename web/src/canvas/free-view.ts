import {
  type Camera,
  centreOn,
  fitToView,
  screenPoint,
  toBoard,
  toScreen,
  type ViewportSize,
} from '#domain/geometry/camera.ts'
import { overlaps, type Rect } from '#domain/geometry/rect.ts'
import type { CameraController } from './camera-controller.ts'
import { nearZoom } from './scene/picture-boxes.ts'

/** The insets of what floats over the canvas, in screen pixels: the header, the bars below, and margins at the sides. */
export const covered = { top: 76, right: 16, bottom: 88, left: 16 }

/** The dock at the left edge with a margin beside it, in screen pixels; a phone has none. */
export const dockWidth = 68

/** Windows narrower than this many pixels are a phone's, as in the style sheets. */
export const phoneWidth = 640

/** The inset of what floats at the left edge of a window of this width, in screen pixels. */
export const leftInset = (width: number): number => (width < phoneWidth ? covered.left : dockWidth)

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

/**
 * The part of the window that nothing floats over, in screen pixels.
 * @param bottom The inset of the bars below.
 */
export function freeScreen({ width, height }: ViewportSize, panels: readonly Rect[], bottom = covered.bottom): Rect {
  const left = leftInset(width)
  return panels.reduce(beside, {
    x: left,
    y: covered.top,
    width: width - left - covered.right,
    height: height - covered.top - bottom,
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

/** A part of the window for a view, in screen pixels, but for a hole in its corner; null for none. */
export type FreeRoom = { readonly room: Rect; readonly hole: Rect | null }

/** The corner of the minimap with the bar below it and a margin, in screen pixels. */
const minimapCorner = { width: 252, height: 212 }

/** Windows narrower than this many pixels have no minimap, as in the style sheets. */
const minMinimapWindow = 1_180

const cornerOf = ({ width, height }: ViewportSize): Rect => ({
  ...minimapCorner,
  x: width - minimapCorner.width,
  y: height - minimapCorner.height,
})

/** The room for the first view of a canvas, before anything floats over it: the bars as they will be at rest. */
export const roomAtOpening = (viewport: ViewportSize, minimap: 'open' | 'folded'): FreeRoom => ({
  room: freeScreen(viewport, []),
  hole: minimap === 'open' && viewport.width >= minMinimapWindow ? cornerOf(viewport) : null,
})

/** The room for a view now: beside open panels, above the prompt bar at its present height, and without the minimap. */
export function freeRoom(viewport: ViewportSize): FreeRoom {
  const barTop = document.querySelector('.prompt-bar')?.getBoundingClientRect().top ?? viewport.height
  const bottom = Math.max(covered.bottom, viewport.height - barTop + margin)
  const hasMinimap = (document.querySelector('.minimap')?.getBoundingClientRect().width ?? 0) > 0
  return { room: freeScreen(viewport, openPanels(), bottom), hole: hasMinimap ? cornerOf(viewport) : null }
}

/**
 * The view of areas of the board in a room: in all of it, if the hole covers none of them, else beside or above the hole, where they are
 * larger.
 * @param viewOf The view of the areas in a part of the room
 */
export function viewAround({ room, hole }: FreeRoom, areas: readonly Rect[], viewOf: (part: Rect) => Camera): Camera {
  const whole = viewOf(room)
  const isCovered = (area: Rect) => {
    const { x, y } = toScreen(area, whole)
    return hole !== null && overlaps({ x, y, width: area.width * whole.zoom, height: area.height * whole.zoom }, hole)
  }
  if (hole === null || !areas.some(isCovered)) return whole
  const besideHole = viewOf({ ...room, width: hole.x - room.x })
  const aboveHole = viewOf({ ...room, height: hole.y - room.y })
  return aboveHole.zoom > besideHole.zoom ? aboveHole : besideHole
}

/** The part of the board that nothing floats over now. */
export const freeView = (controller: CameraController): Rect =>
  freeBoard(controller.get(), controller.viewport(), openPanels())
