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

/** The first card that overlaps a place; undefined where it is free. */
export type CollisionAt = (place: Rect) => Rect | undefined

/** Tests each of them, in their order. */
const collisionAmong =
  (others: readonly Rect[]): CollisionAt =>
  (place) =>
    others.find((other) => overlaps(place, other))

/**
 * The place for a card that is wanted at `wanted`: there, if it is free; else the first free one of eight offsets of
 * 900 around the card it collides with; else 900 below that card, and further down by 900 until it is free.
 */
export function avoidOverlapBy(wanted: Rect, collisionAt: CollisionAt): Point {
  const collidesAt = (place: Point) => collisionAt({ ...wanted, ...place }) !== undefined
  const colliding = collisionAt(wanted)
  if (!colliding) return { x: wanted.x, y: wanted.y }
  for (const direction of directions) {
    const place = {
      x: colliding.x + direction.x * horizontalSpacing,
      y: colliding.y + direction.y * horizontalSpacing,
    }
    if (!collidesAt(place)) return place
  }
  let place = { x: colliding.x, y: colliding.y + horizontalSpacing }
  while (collidesAt(place)) place = { x: place.x, y: place.y + horizontalSpacing }
  return place
}

/** `avoidOverlapBy` for a list of rectangles. */
export const avoidOverlap = (wanted: Rect, others: readonly Rect[]): Point =>
  avoidOverlapBy(wanted, collisionAmong(others))
