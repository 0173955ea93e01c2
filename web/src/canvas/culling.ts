import type { Rect } from '#domain/geometry/rect.ts'

/** How much around the view is kept ready on every side, as a fraction of its size. */
const margin = 0.5
/** When the view has shrunk to this fraction of the area, a smaller area is worth a change. */
const smallestPart = 0.12

const grown = ({ x, y, width, height }: Rect): Rect => ({
  x: x - width * margin,
  y: y - height * margin,
  width: width * (1 + 2 * margin),
  height: height * (1 + 2 * margin),
})

const contains = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** The area of the board to keep ready for a view: the previous one as long as it is useful. */
export function coverage(before: Rect, visible: Rect): Rect {
  const isTooLarge = visible.width * visible.height < smallestPart * before.width * before.height
  return contains(before, visible) && !isTooLarge ? before : grown(visible)
}
