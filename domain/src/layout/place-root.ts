import { overlaps, type Point } from '../geometry/rect.ts'
import { type CardPlace, canvasOrigin, cardRect, horizontalSpacing, siblingOffset } from './card.ts'

/** Steps of the grid around the origin, by distance; among equals right before left, below before above. */
function* stepsByDistance(): Generator<Point> {
  for (let ring = 0; ; ring++) {
    const steps: Point[] = []
    for (let column = -ring; column <= ring; column++)
      for (let row = -ring; row <= ring; row++)
        if (Math.max(Math.abs(column), Math.abs(row)) === ring)
          steps.push({ x: column * horizontalSpacing, y: row * siblingOffset })
    steps.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || b.x - a.x || b.y - a.y)
    yield* steps
  }
}

/** The place of a card without a parent: the canvas's origin, or the nearest place around it that overlaps nothing. */
export function placeRoot(cards: readonly CardPlace[]): Point {
  const rects = cards.map(cardRect)
  for (const step of stepsByDistance()) {
    const place = { x: canvasOrigin.x + step.x, y: canvasOrigin.y + step.y }
    if (!rects.some((rect) => overlaps(rect, cardRect({ ...place, isCollapsed: false })))) return place
  }
  throw new Error('The canvas is endless: a free place always exists.')
}
