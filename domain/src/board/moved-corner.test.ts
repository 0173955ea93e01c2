import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxFrameSide } from './board-item.ts'
import { movedCorner } from './moved-corner.ts'

const smallest = { width: 900, height: 440 }

describe('movedCorner', () => {
  const corner = fc.record({ x: fc.constantFrom(0, 1), y: fc.constantFrom(0, 1) }) as fc.Arbitrary<{
    x: 0 | 1
    y: 0 | 1
  }>
  const side = fc.integer({ min: -500_000, max: 500_000 })

  it('moves the corner by what it was dragged', () => {
    const area = { x: 0, y: 0, width: 2_000, height: 1_000 }
    expect(movedCorner(area, { x: 1, y: 1 }, { by: { x: 50, y: -60 }, smallest })).toEqual({
      x: 0,
      y: 0,
      width: 2_050,
      height: 940,
    })
    expect(movedCorner(area, { x: 0, y: 0 }, { by: { x: 50, y: -60 }, smallest })).toEqual({
      x: 50,
      y: -60,
      width: 1_950,
      height: 1_060,
    })
  })

  it('leaves the opposite corner where it is, and a size that is allowed', () =>
    fc.assert(
      fc.property(corner, side, side, (dragged, x, y) => {
        const area = { x: 100, y: 200, width: 2_000, height: 1_000 }
        const moved = movedCorner(area, dragged, { by: { x, y }, smallest })
        const opposite = (rect: typeof area) => [
          rect.x + (dragged.x === 1 ? 0 : rect.width),
          rect.y + (dragged.y === 1 ? 0 : rect.height),
        ]
        expect(opposite(moved)).toEqual(opposite(area))
        expect(moved.width).toBeGreaterThanOrEqual(smallest.width)
        expect(moved.height).toBeGreaterThanOrEqual(smallest.height)
        expect(Math.max(moved.width, moved.height)).toBeLessThanOrEqual(maxFrameSide)
      }),
    ))
})
