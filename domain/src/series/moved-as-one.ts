import type { Point, Rect } from '../geometry/rect.ts'
import { avoidOverlap } from '../layout/avoid-overlap.ts'
import { cardRect } from '../layout/card.ts'

/** The bounds of all of them; there must be one. */
export function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x, y, width: right - x, height: bottom - y }
}

/**
 * The distance by which cards have to be moved together so that none lies on what is there: not at all where their bounds are free.
 * @param wanted At least one.
 */
export function movedAsOne(wanted: readonly Point[], taken: readonly Rect[]): Point {
  const block = around(wanted.map((place) => cardRect({ ...place, isCollapsed: false })))
  const free = avoidOverlap(block, taken)
  return { x: free.x - block.x, y: free.y - block.y }
}
