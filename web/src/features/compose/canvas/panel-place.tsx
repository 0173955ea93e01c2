import { type Camera, toScreen, type ViewportSize } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardHeightExpanded, cardRect, cardWidth } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { glideBy, onScreen, useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { covered } from '#web/canvas/free-view.ts'
import { type BoardSession, useBoardSession, useCardPlace, useOverlay } from '#web/features/board/board-session.ts'
import { PlannedCurve } from '#web/features/board/cards/placeholder-cards.tsx'
import type { Composing } from '#web/features/board/overlays.ts'

/** Below this the chips and the prompt are unreadable side by side, in screen pixels. */
const narrowest = 456

/**
 * The prompt panel on the screen: its top left where the card will be, as wide as a card up to full size, but always
 * readable.
 */
export function panelOnScreen(place: Point, camera: Camera, viewport: ViewportSize) {
  const { x, y } = toScreen(place, camera)
  const widest = Math.min(cardWidth, viewport.width - covered.left - covered.right)
  return { x, y, width: Math.min(Math.max(narrowest, cardWidth * camera.zoom), widest) }
}

/**
 * How far the view has to move, in screen pixels, until nothing covers the panel. Its top left has priority where it is
 * too large.
 */
export function shiftIntoView(panel: Rect, viewport: ViewportSize): Point {
  const along = (from: number, to: number, least: number, most: number) => {
    if (from < least || to - from > most - least) return least - from
    return to > most ? most - to : 0
  }
  return {
    x: along(panel.x, panel.x + panel.width, covered.left, viewport.width - covered.right),
    y: along(panel.y, panel.y + panel.height, covered.top, viewport.height - covered.bottom),
  }
}

/** A sheet at the bottom leaves room for the branched card, or for the place of the new one. */
function besideSheet({ board, controller }: BoardSession, composing: Composing) {
  const parent = composing.kind === 'new' ? undefined : board.cards.get(composing.source.parentId)
  return onScreen(cardRect(parent ?? { ...composing.place, isCollapsed: false }), controller)
}

/**
 * Keeps the panel at its place of the canvas while the view moves, without rendering anything, and first brings that
 * place into view. On a phone the style sheet makes it a sheet at the bottom, which does not move. Returns the stop.
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
  glideBy(controller, shift)
  return controller.onFrame(write)
}

/** The future place of the panel's card, and the line from its parent. */
export function ComposedPlace() {
  const composing = useOverlay(useBoardSession(), 'compose')?.composing
  if (!composing) return null
  const { place } = composing
  return (
    <>
      <div className="planned-card" style={{ transform: `translate(${place.x}px, ${place.y}px)` }} />
      {composing.kind !== 'new' && <PlannedBranch composing={composing} parentId={composing.source.parentId} />}
    </>
  )
}

/** A dashed line from the parent to the future place of its branch. */
function PlannedBranch({ composing, parentId }: { composing: Composing; parentId: string }) {
  const { controller } = useBoardSession()
  const parent = useCardPlace(parentId)
  // At its minimum width the panel is wider than the card; the line leads to the middle of the panel.
  const width = useZoomAtRest(
    controller,
    (zoom) => panelOnScreen(composing.place, controller.get(), controller.viewport()).width / zoom,
  )
  if (!parent) return null
  const curve = connector(cardRect(parent), { ...composing.place, width, height: cardHeightExpanded })
  return <PlannedCurve curve={curve} state="active" />
}
