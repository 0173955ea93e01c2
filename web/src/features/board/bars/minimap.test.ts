import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '#domain/geometry/rect.ts'
import { fromMinimap, inMinimap, minimapFrame } from './minimap.tsx'

const size = { width: 186, height: 124 }
const rects: fc.Arbitrary<Rect> = fc.record({
  x: fc.integer({ min: -50_000, max: 50_000 }),
  y: fc.integer({ min: -50_000, max: 50_000 }),
  width: fc.integer({ min: 100, max: 60_000 }),
  height: fc.integer({ min: 100, max: 60_000 }),
})

describe('a minimap', () => {
  it('contains all cards and the view, however far out it is', () => {
    fc.assert(
      fc.property(fc.option(rects), rects, (bounds, visible) => {
        const frame = minimapFrame(bounds, visible, size)
        for (const rect of bounds ? [bounds, visible] : [visible]) {
          const drawn = inMinimap(rect, frame)
          expect(Math.min(drawn.x, drawn.y)).toBeGreaterThan(0)
          expect(drawn.x + drawn.width).toBeLessThan(size.width)
          expect(drawn.y + drawn.height).toBeLessThan(size.height)
        }
      }),
    )
  })

  it('converts its points back to the board', () => {
    fc.assert(
      fc.property(rects, rects, (bounds, visible) => {
        const frame = minimapFrame(bounds, visible, size)
        const { x, y } = fromMinimap(inMinimap(bounds, frame), frame)
        expect(x).toBeCloseTo(bounds.x, 3)
        expect(y).toBeCloseTo(bounds.y, 3)
      }),
    )
  })
})
