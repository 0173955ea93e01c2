import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overlaps, type Rect } from '../geometry/rect.ts'
import { points } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { connector } from './connector.ts'
import { connectorParts, hasPartIn, pointOnConnector } from './connector-parts.ts'

const curves = fc
  .tuple(points, points)
  .map(([parent, child]) =>
    connector(cardRect({ ...parent, isCollapsed: false }), cardRect({ ...child, isCollapsed: false })),
  )

it('a connector starts and ends at its cards', () => {
  fc.assert(
    fc.property(curves, (curve) => {
      expect(pointOnConnector(curve, 0)).toEqual(curve.from)
      expect(pointOnConnector(curve, 1)).toEqual(curve.to)
    }),
  )
})

it('every point of a connector is within the rectangle around one of its parts', () => {
  fc.assert(
    fc.property(curves, fc.double({ min: 0, max: 1, noNaN: true }), (curve, t) => {
      const { x, y } = pointOnConnector(curve, t)
      // Between two points of a part the curve may bulge a little.
      const bulge = 30
      const around = { x: x - bulge, y: y - bulge, width: 2 * bulge, height: 2 * bulge }
      expect(hasPartIn(connectorParts(curve), around, () => true)).toBe(true)
    }),
  )
})

it('the parts of a connector in an area overlap it, and there are some where it crosses the area', () => {
  fc.assert(
    fc.property(curves, points, fc.integer({ min: 1, max: 2_000 }), (curve, { x, y }, side) => {
      const area = { x, y, width: side, height: side }
      const found: Rect[] = []
      hasPartIn(connectorParts(curve), area, (part) => {
        found.push(part)
        return false
      })
      for (const part of found) expect(overlaps(part, area)).toBe(true)
      const isNear = Array.from({ length: 500 }, (_, step) => pointOnConnector(curve, step / 499)).some(
        (point) => point.x > x && point.x < x + side && point.y > y && point.y < y + side,
      )
      if (isNear) expect(found.length).toBeGreaterThan(0)
    }),
  )
})
