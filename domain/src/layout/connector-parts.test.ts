import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overlaps, type Rect } from '../geometry/rect.ts'
import { points } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { connector } from './connector.ts'
import { connectorParts, hasPartIn, pointOnConnector, shownPieces } from './connector-parts.ts'

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

/** Hides what lies within some bands of the area. */
const bands = fc.array(fc.tuple(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: 1, max: 3_000 })), {
  maxLength: 4,
})
const areas = fc
  .tuple(points, fc.integer({ min: 1, max: 3_000 }))
  .map(([{ x, y }, side]) => ({ x, y, width: side, height: side }))

it('the shown pieces of a connector contain every point of it in the area that is not hidden', () => {
  fc.assert(
    fc.property(curves, areas, bands, (curve, area, hidden) => {
      const hides = (part: Rect) => hidden.some(([x, width]) => part.x >= x && part.x + part.width <= x + width)
      const pieces = shownPieces(curve, { area, shortest: 40, margin: 2, hides })
      const near = (point: { x: number; y: number }) =>
        pieces.some(({ from, control1, control2, to }) => {
          const [xs, ys] = [
            [from.x, control1.x, control2.x, to.x],
            [from.y, control1.y, control2.y, to.y],
          ] as const
          return (
            point.x >= Math.min(...xs) - 0.01 &&
            point.x <= Math.max(...xs) + 0.01 &&
            point.y >= Math.min(...ys) - 0.01 &&
            point.y <= Math.max(...ys) + 0.01
          )
        })
      for (let step = 0; step <= 300; step++) {
        const point = pointOnConnector(curve, step / 300)
        const isInside = overlaps({ ...point, width: 0.01, height: 0.01 }, area)
        if (isInside && !hides({ ...point, width: 0, height: 0 })) expect(near(point)).toBe(true)
      }
    }),
  )
})

it('the shown pieces of a connector follow it: each begins where the one before ends, but for what is hidden', () => {
  const curve = connector(
    cardRect({ x: 0, y: 0, isCollapsed: false }),
    cardRect({ x: 3_000, y: 4_000, isCollapsed: false }),
  )
  const area = { x: 0, y: 0, width: 5_000, height: 5_000 }
  const whole = shownPieces(curve, { area, shortest: 100, margin: 2, hides: () => false })
  expect([whole[0]?.from, whole.at(-1)?.to]).toEqual([curve.from, curve.to])
  for (const [place, piece] of whole.slice(1).entries()) expect(piece.from).toEqual(whole[place]?.to)

  const hides = ({ y, height }: Rect) => y > 1_000 && y + height < 3_000
  const shown = shownPieces(curve, { area, shortest: 100, margin: 2, hides })
  expect(shown.length).toBeLessThan(whole.length * 0.7)
  expect(shownPieces(curve, { area, shortest: 100, margin: 2, hides: () => true })).toEqual([])
  expect(shownPieces(curve, { area: { ...area, x: 9_000 }, shortest: 100, margin: 2, hides: () => false })).toEqual([])
})
