import { type Camera, screenPoint, toScreen, type ViewportSize, zoomAbout } from '#domain/geometry/camera.ts'
import { boundsOf, centreOf, type Point, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { glideBy, glideMs, onScreen } from '#web/canvas/camera-controller.ts'
import { covered, freeScreen, leftInset, openPanels } from '#web/canvas/free-view.ts'
import { nearZoom } from '#web/canvas/scene/picture-boxes.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { panelOnScreen } from './panel-place.tsx'

/**
 * Shift of the view, in screen pixels, after which nothing covers the panel. Its top left has priority where it is
 * too large.
 */
export function shiftIntoView(panel: Rect, viewport: ViewportSize): Point {
  const along = (from: number, to: number, least: number, most: number) => {
    if (from < least || to - from > most - least) return least - from
    return to > most ? most - to : 0
  }
  return {
    x: along(panel.x, panel.x + panel.width, leftInset(viewport.width), viewport.width - covered.right),
    y: along(panel.y, panel.y + panel.height, covered.top, viewport.height - covered.bottom),
  }
}

/** Screen pixels kept free around a source card and the panel beside it. */
const branchMargin = 16

/** Shift that puts a length inside of a longer one. */
const shiftInto = (from: number, length: number, within: { readonly from: number; readonly length: number }) =>
  Math.max(within.from - from, 0) + Math.min(within.from + within.length - from - length, 0)

type BranchView = {
  readonly camera: Camera
  readonly viewport: ViewportSize
  /** The part of the window that nothing floats over. */
  readonly screen: Rect
  readonly source: Rect
  readonly place: Point
  /** The height of the panel, in screen pixels. */
  readonly height: number
}

/**
 * The view in which a card and the panel of its branch are seen whole: as large as now, or smaller where both need it; null where they
 * would be too small to be read.
 */
export function viewWithSource({ camera, viewport, screen, source, place, height }: BranchView): Camera | null {
  const room = {
    x: screen.x + branchMargin,
    y: screen.y + branchMargin,
    width: screen.width - 2 * branchMargin,
    height: screen.height - 2 * branchMargin,
  }
  const middle = toScreen(centreOf(source), camera)
  const smallest = Math.min(nearZoom, camera.zoom)
  for (let zoom = camera.zoom; zoom >= smallest; zoom *= 0.995) {
    const view = zoomAbout(camera, screenPoint(middle.x, middle.y), zoom)
    const { x, y } = toScreen(source, view)
    const card = { x, y, width: source.width * zoom, height: source.height * zoom }
    const both = boundsOf([card, { ...panelOnScreen(place, view, viewport), height }])
    if (!both || both.width > room.width || both.height > room.height) continue
    const panX = view.panX + shiftInto(both.x, both.width, { from: room.x, length: room.width })
    const panY = view.panY + shiftInto(both.y, both.height, { from: room.y, length: room.height })
    return { zoom, panX, panY }
  }
  return null
}

function viewOfBranch({ board, controller }: BoardSession, composing: Composing, height: number): Camera | null {
  const parent = composing.kind === 'new' ? undefined : board.cards.get(composing.source.parentId)
  const viewport = controller.viewport()
  const screen = freeScreen(viewport, openPanels())
  const camera = controller.destination()
  return parent
    ? viewWithSource({ camera, viewport, screen, source: cardRect(parent), place: composing.place, height })
    : null
}

/** A sheet at the bottom leaves room for the branched card, or for the place of the new one. */
function besideSheet({ board, controller }: BoardSession, composing: Composing) {
  const parent = composing.kind === 'new' ? undefined : board.cards.get(composing.source.parentId)
  return onScreen(cardRect(parent ?? { ...composing.place, isCollapsed: false }), controller)
}

/**
 * Keeps the panel at its place of the canvas while the view moves, without rendering anything, and first brings that
 * place into view, with the card that it branches from where there is room for both. On a phone the style sheet makes it a sheet at the bottom, which does not move. Returns the stop.
 */
export function startPlacingPanel(panel: HTMLElement, session: BoardSession, composing: Composing): () => void {
  const { controller } = session
  const ownPlace = () => panelOnScreen(composing.place, controller.get(), controller.viewport())
  const write = () => {
    const { x, y, width } = ownPlace()
    panel.style.setProperty('--x', `${Math.round(x)}px`)
    panel.style.setProperty('--y', `${Math.round(y)}px`)
    panel.style.setProperty('--width', `${Math.round(width)}px`)
  }
  write()
  const { width, height } = controller.viewport()
  const isSheet = getComputedStyle(panel).position === 'fixed'
  const shift = isSheet
    ? shiftIntoView(besideSheet(session, composing), { width, height: height - panel.offsetHeight })
    : shiftIntoView({ ...ownPlace(), height: panel.offsetHeight }, { width, height })
  const view = isSheet ? null : viewOfBranch(session, composing, panel.offsetHeight)
  if (view) controller.glideTo(view, glideMs)
  else glideBy(controller, shift)
  return controller.onFrame(write)
}
