import type { Point, Rect } from '../geometry/rect.ts'
import type { Connector } from './connector.ts'

/**
 * A curve bends so little between two of so many points that the rectangles around them contain it, but for a pixel or
 * two.
 */
const parts = 12
const margin = 4

/** A point of the curve. @param t From 0 at its start to 1 at its end. */
export function pointOnConnector({ from, control1, control2, to }: Connector, t: number): Point {
  const s = 1 - t
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return {
    x: a * from.x + b * control1.x + c * control2.x + d * to.x,
    y: a * from.y + b * control1.y + c * control2.y + d * to.y,
  }
}

/** Whether a rectangle around some part of the curve passes a test: its hull alone would be most of a large board. */
export function hasPart(curve: Connector, passes: (part: Rect) => boolean): boolean {
  let last: Point = curve.from
  for (let part = 1; part <= parts; part++) {
    const next = pointOnConnector(curve, part / parts)
    const rect = {
      x: Math.min(last.x, next.x) - margin,
      y: Math.min(last.y, next.y) - margin,
      width: Math.abs(next.x - last.x) + 2 * margin,
      height: Math.abs(next.y - last.y) + 2 * margin,
    }
    if (passes(rect)) return true
    last = next
  }
  return false
}
