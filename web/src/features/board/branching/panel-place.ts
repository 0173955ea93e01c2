import { type Camera, toScreen, type ViewportSize } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardWidth } from '#domain/layout/card.ts'

/** Below this the chips and the prompt can't be read side by side, in screen pixels. */
const narrowest = 456

/** What floats over the canvas, in screen pixels: the header, the zoom bar, and air at the sides. */
const covered = { top: 76, right: 16, bottom: 84, left: 16 }

/** The prompt panel on the screen: its top left where the card will land, as wide as a card up to full size, but always readable. */
export function panelOnScreen(place: Point, camera: Camera, viewport: ViewportSize) {
  const { x, y } = toScreen(place, camera)
  const widest = Math.min(cardWidth, viewport.width - covered.left - covered.right)
  return { x, y, width: Math.min(Math.max(narrowest, cardWidth * camera.zoom), widest) }
}

/** How far the view has to move, in screen pixels, until nothing covers the panel. Its top left wins where it is too large. */
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
