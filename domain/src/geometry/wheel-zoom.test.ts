import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WheelStep, wheelZoomFactor } from './wheel-zoom.ts'

const [pixels, lines, pages] = [0, 1, 2]
const wheel = (deltaY: number, over: Partial<WheelStep> = {}): WheelStep => ({
  deltaY,
  deltaMode: pixels,
  ctrlKey: false,
  ...over,
})
/** How much one unit of movement changes the zoom at 100 %, zooming in. */
const slopeOf = (over: Partial<WheelStep>) => (wheelZoomFactor(wheel(-1e-6, over)) - 1) / 1e-6
const deltas = fc.double({ min: -1_000, max: 1_000, noNaN: true })

describe('the wheel', () => {
  it.each([
    ['a pixel of wheel movement', { deltaMode: pixels }, 0.002],
    ['a pixel of a pinch', { ctrlKey: true }, 0.01],
  ])('has the specified slope at 100 % for %s', (_, over, slope) => expect(slopeOf(over)).toBeCloseTo(slope, 6))

  it.each([
    [-100, Math.exp(0.2)],
    [100, Math.exp(-0.2)],
    [0, 1],
  ])('by %d pixels multiplies the zoom by %d', (deltaY, factor) =>
    expect(wheelZoomFactor(wheel(deltaY))).toBeCloseTo(factor, 12),
  )

  it.each([
    [-1, 1.05],
    [1, 0.95],
    [-3, 1.05 ** 3],
    [3, 0.95 ** 3],
    [0, 1],
  ])('by %d lines multiplies the zoom by %d', (deltaY, factor) => {
    expect(wheelZoomFactor(wheel(deltaY, { deltaMode: lines }))).toBeCloseTo(factor, 12)
  })

  it('counts a page as a line', () => expect(wheelZoomFactor(wheel(-1, { deltaMode: pages }))).toBeCloseTo(1.05, 12))

  it.each([
    ['wheel', {}],
    ['pinch', { ctrlKey: true }],
  ])('is reverted by the opposite %s movement', (_, over) => {
    fc.assert(
      fc.property(deltas, (deltaY) => {
        expect(wheelZoomFactor(wheel(deltaY, over)) * wheelZoomFactor(wheel(-deltaY, over))).toBeCloseTo(1, 9)
      }),
    )
  })

  it('is additive: many small movements equal one large one', () => {
    fc.assert(
      fc.property(deltas, deltas, (one, two) => {
        const together = wheelZoomFactor(wheel(one + two))
        expect((wheelZoomFactor(wheel(one)) * wheelZoomFactor(wheel(two))) / together).toBeCloseTo(1, 9)
      }),
    )
  })

  it('zooms in upwards and out downwards, in any unit', () => {
    const steps = fc.record({ deltaMode: fc.constantFrom(pixels, lines, pages), ctrlKey: fc.boolean() })
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), steps, (delta, over) => {
        expect(wheelZoomFactor(wheel(-delta, over))).toBeGreaterThan(1)
        expect(wheelZoomFactor(wheel(delta, over))).toBeLessThan(1)
      }),
    )
  })
})
