import type { Point } from '../geometry/rect.ts'
import { horizontalSpacing, siblingOffset } from './card.ts'

/** Steps of a grid of 900 × 450 around a place, by distance, without end; among equals right before left, below before above. */
export function* stepsByDistance(): Generator<Point> {
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
