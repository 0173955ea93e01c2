import type { Point, Rect } from '../geometry/rect.ts'
import { canvasOrigin, cardRect } from './card.ts'
import { createSpatialIndex } from './spatial-index.ts'
import { stepsByDistance } from './steps-by-distance.ts'

/** The place of a card without a parent: the canvas's origin, or the nearest place around it without an overlap. */
export function placeRoot(taken: readonly Rect[]): Point {
  const index = createSpatialIndex()
  for (const [place, rect] of taken.entries()) index.set(String(place), rect)
  for (const step of stepsByDistance()) {
    const place = { x: canvasOrigin.x + step.x, y: canvasOrigin.y + step.y }
    const wanted = cardRect({ ...place, isCollapsed: false })
    if (index.query(wanted).length === 0) return place
  }
  throw new Error('The canvas is endless: a free place always exists.')
}
