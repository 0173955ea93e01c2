import type { Rect } from '#domain/geometry/rect.ts'

/** How much of the view is kept ready on every side, as a part of its size. */
const margin = 0.5
/** When the view has shrunk to this part of what is kept ready, keeping less is worth a change. */
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

/** The part of the board to keep ready for a view: the one from before as long as it still serves. */
export function coverage(before: Rect, visible: Rect): Rect {
  const isTooLarge = visible.width * visible.height < smallestPart * before.width * before.height
  return contains(before, visible) && !isTooLarge ? before : grown(visible)
}
