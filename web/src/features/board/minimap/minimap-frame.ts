import { boundsOf, type Point, type Rect } from '#domain/geometry/rect.ts'

/** How a board is drawn into the small picture: minimap = board × scale + (x, y). */
export type MinimapFrame = Point & { readonly scale: number }

/** Kept free around the cards, in pixels of the minimap. */
const padding = 10

/** Frames all cards and the view, whatever lies farther out. */
export function minimapFrame(
  bounds: Rect | null,
  visible: Rect,
  size: { readonly width: number; readonly height: number },
): MinimapFrame {
  const all = boundsOf(bounds ? [bounds, visible] : [visible]) ?? visible
  const scale = Math.min((size.width - 2 * padding) / all.width, (size.height - 2 * padding) / all.height)
  return {
    scale,
    x: size.width / 2 - (all.x + all.width / 2) * scale,
    y: size.height / 2 - (all.y + all.height / 2) * scale,
  }
}

/** A rectangle of the board in the minimap. */
export const inMinimap = (rect: Rect, { scale, x, y }: MinimapFrame): Rect => ({
  x: rect.x * scale + x,
  y: rect.y * scale + y,
  width: rect.width * scale,
  height: rect.height * scale,
})

/** The point of the board under a point of the minimap. */
export const fromMinimap = (point: Point, { scale, x, y }: MinimapFrame): Point => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
})
