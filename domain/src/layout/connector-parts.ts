import { overlaps, type Point, type Rect } from '../geometry/rect.ts'
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

/** The rectangles around the parts of a curve, four numbers each: left, top, right, bottom. */
export type ConnectorParts = Float64Array

/** Works out the parts of a curve. It takes microseconds: a board with thousands of long curves keeps them. */
export function connectorParts(curve: Connector): ConnectorParts {
  const sides = new Float64Array(4 * parts)
  let last: Point = curve.from
  for (let part = 0; part < parts; part++) {
    const next = pointOnConnector(curve, (part + 1) / parts)
    sides[4 * part] = Math.min(last.x, next.x) - margin
    sides[4 * part + 1] = Math.min(last.y, next.y) - margin
    sides[4 * part + 2] = Math.max(last.x, next.x) + margin
    sides[4 * part + 3] = Math.max(last.y, next.y) + margin
    last = next
  }
  return sides
}

/**
 * Whether a part of a curve overlaps an area and passes a test: the hull of a curve alone would be most of a large board.
 */
export function hasPartIn(sides: ConnectorParts, area: Rect, passes: (part: Rect) => boolean): boolean {
  const right = area.x + area.width
  const bottom = area.y + area.height
  for (let at = 0; at < sides.length; at += 4) {
    const partLeft = sides[at] ?? 0
    const partTop = sides[at + 1] ?? 0
    const partRight = sides[at + 2] ?? 0
    const partBottom = sides[at + 3] ?? 0
    const isThere = partLeft < right && partRight > area.x && partTop < bottom && partBottom > area.y
    if (!isThere) continue
    if (passes({ x: partLeft, y: partTop, width: partRight - partLeft, height: partBottom - partTop })) return true
  }
  return false
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** The two halves of a curve, by de Casteljau's algorithm. */
function halves({ from, control1, control2, to }: Connector): [Connector, Connector] {
  const [first, second, third] = [middleOf(from, control1), middleOf(control1, control2), middleOf(control2, to)]
  const [left, right] = [middleOf(first, second), middleOf(second, third)]
  const middle = middleOf(left, right)
  return [
    { from, control1: first, control2: left, to: middle },
    { from: middle, control1: right, control2: third, to },
  ]
}

type Showing = {
  readonly area: Rect
  /** Pieces no longer than this are not divided further: it limits how much of a piece is hidden after all. */
  readonly shortest: number
  /** The length of a line beyond its curve, in canvas pixels. */
  readonly margin: number
  /** Whether cards cover a part of the area completely. */
  hides(part: Rect): boolean
}

/**
 * The pieces of a curve that can be seen in an area, in its order: a line that passes below many cards is mostly hidden, and
 * drawing the rest of it takes a fraction of the time. May contain hidden pieces, and lacks no visible one.
 */
export function shownPieces(curve: Connector, { area, shortest, margin, hides }: Showing): Connector[] {
  const shown: Connector[] = []
  const look = (piece: Connector) => {
    const { from, control1, control2, to } = piece
    // The curve stays inside the hull of its four points.
    const x = Math.min(from.x, control1.x, control2.x, to.x)
    const y = Math.min(from.y, control1.y, control2.y, to.y)
    const width = Math.max(from.x, control1.x, control2.x, to.x) - x
    const height = Math.max(from.y, control1.y, control2.y, to.y) - y
    const hull = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
    if (!overlaps(hull, area) || hides(hull)) return
    if (Math.max(width, height) <= shortest) return void shown.push(piece)
    for (const half of halves(piece)) look(half)
  }
  look(curve)
  return shown
}
