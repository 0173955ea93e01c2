import fc from 'fast-check'
import { expect, it } from 'vitest'
import { points } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { connector } from './connector.ts'
import { hasPart, pointOnConnector } from './connector-parts.ts'

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
      const holds = hasPart(
        curve,
        (part) =>
          x >= part.x - bulge &&
          x <= part.x + part.width + bulge &&
          y >= part.y - bulge &&
          y <= part.y + part.height + bulge,
      )
      expect(holds).toBe(true)
    }),
  )
})
