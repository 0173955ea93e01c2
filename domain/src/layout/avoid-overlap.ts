import { overlaps, type Point, type Rect } from '../geometry/rect.ts'
import { horizontalSpacing } from './card.ts'

/** Right, left, down, up, then the four diagonals. */
const directions: readonly Point[] = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
]

/**
 * The place for a card that should lie at `wanted`: there, if it is free; else the first free one of eight offsets of 900
 * around the card it collides with; else 900 below that card, and on down by 900 until it is free.
 */
export function avoidOverlap(wanted: Rect, others: readonly Rect[]): Point {
  const collisionAt = (place: Point) => others.find((other) => overlaps({ ...wanted, ...place }, other))
  const colliding = collisionAt(wanted)
  if (!colliding) return { x: wanted.x, y: wanted.y }
  for (const direction of directions) {
    const place = {
      x: colliding.x + direction.x * horizontalSpacing,
      y: colliding.y + direction.y * horizontalSpacing,
    }
    if (!collisionAt(place)) return place
  }
  let place = { x: colliding.x, y: colliding.y + horizontalSpacing }
  while (collisionAt(place)) place = { x: place.x, y: place.y + horizontalSpacing }
  return place
}
