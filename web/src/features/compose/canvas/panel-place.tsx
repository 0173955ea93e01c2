import { type Camera, toScreen, type ViewportSize } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { cardHeightExpanded, cardRect, cardWidth } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { covered, leftInset } from '#web/canvas/free-view.ts'
import { useBoardSession, useCardPlace, useOverlay } from '#web/features/board/board-session.ts'
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
  const widest = Math.min(cardWidth, viewport.width - leftInset(viewport.width) - covered.right)
  return { x, y, width: Math.min(Math.max(narrowest, cardWidth * camera.zoom), widest) }
}

/** The future place of the panel's card, and the line from its parent. */
export function ComposedPlace() {
  const composing = useOverlay(useBoardSession(), 'compose')?.composing
  if (!composing) return null
  const { place } = composing
  return (
    <>
      <div
        className="planned-card pointer-events-none absolute hidden h-[340px] w-[800px] max-sm:block"
        style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
      />
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
