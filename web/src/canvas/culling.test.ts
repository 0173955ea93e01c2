import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverage } from './culling.ts'

const view = { x: 0, y: 0, width: 1_000, height: 600 }

describe('the area of the board that is kept ready', () => {
  it('extends half a view beyond it on every side', () =>
    expect(coverage(view, { ...view, x: 5_000 })).toEqual({ x: 4_500, y: -300, width: 2_000, height: 1_200 }))

  it('stays the same while the view moves inside of it', () => {
    const ready = coverage({ x: 0, y: 0, width: 0, height: 0 }, view)
    expect(coverage(ready, { ...view, x: 400, y: -250 })).toBe(ready)
  })

  it('shrinks when the view has zoomed in far', () => {
    const ready = coverage({ x: 0, y: 0, width: 0, height: 0 }, view)
    expect(coverage(ready, { x: 0, y: 0, width: 100, height: 60 }).width).toBe(200)
  })

  it('always contains the whole view', () => {
    const anyRect = fc.record({
      x: fc.integer({ min: -1e5, max: 1e5 }),
      y: fc.integer({ min: -1e5, max: 1e5 }),
      width: fc.integer({ min: 1, max: 1e4 }),
      height: fc.integer({ min: 1, max: 1e4 }),
    })
    fc.assert(
      fc.property(anyRect, anyRect, (before, visible) => {
        const area = coverage(before, visible)
        expect(area.x).toBeLessThanOrEqual(visible.x)
        expect(area.y).toBeLessThanOrEqual(visible.y)
        expect(area.x + area.width).toBeGreaterThanOrEqual(visible.x + visible.width)
        expect(area.y + area.height).toBeGreaterThanOrEqual(visible.y + visible.height)
      }),
    )
  })
})
