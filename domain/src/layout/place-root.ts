import type { Point } from '../geometry/rect.ts'
import { type CardPlace, canvasOrigin, cardRect, horizontalSpacing, siblingOffset } from './card.ts'
import { createSpatialIndex } from './spatial-index.ts'

/** Steps of the grid around the origin, by distance; among equals right before left, below before above. */
function* stepsByDistance(): Generator<Point> {
  for (let reach = 0; ; reach += siblingOffset) {
    const steps: Point[] = []
    const columns = Math.floor(reach / horizontalSpacing)
    const rows = reach / siblingOffset
    for (let column = -columns; column <= columns; column++)
      for (let row = -rows; row <= rows; row++) {
        const step = { x: column * horizontalSpacing, y: row * siblingOffset }
        const distance = Math.hypot(step.x, step.y)
        if (distance <= reach && distance > reach - siblingOffset) steps.push(step)
      }
    steps.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || b.x - a.x || b.y - a.y)
    yield* steps
  }
}

/** The place of a card without a parent: the canvas's origin, or the nearest place around it that overlaps nothing. */
export function placeRoot(cards: readonly CardPlace[]): Point {
  const taken = createSpatialIndex()
  for (const [index, card] of cards.entries()) taken.set(String(index), cardRect(card))
  for (const step of stepsByDistance()) {
    const place = { x: canvasOrigin.x + step.x, y: canvasOrigin.y + step.y }
    const wanted = cardRect({ ...place, isCollapsed: false })
    if (taken.query(wanted).length === 0) return place
  }
  throw new Error('The canvas is endless: a free place always exists.')
}
