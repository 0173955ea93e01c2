import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dotGrid, restingDotGrid } from './dot-grid.ts'

describe('the dot grid', () => {
  it('has a dot every 24 pixels at 100 %', () =>
    expect(dotGrid({ zoom: 1, panX: 30, panY: -6 })).toEqual({ step: 24, x: 6, y: 18 }))

  it('keeps its step between 16 and 32 pixels and its shift within one step', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (zoom, pan) => {
          const { step, x, y } = dotGrid({ zoom, panX: pan, panY: -pan })
          expect(step).toBeGreaterThanOrEqual(16)
          expect(step).toBeLessThan(32.0001)
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
          expect(Math.max(x, y)).toBeLessThanOrEqual(step)
        },
      ),
    )
  })

  it('is aligned to whole device pixels while the zoom is constant, as near as possible to its place', () => {
    const pan = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(pan, fc.constantFrom(1, 1.5, 2), (panX, ratio) => {
        const camera = { zoom: 0.7, panX, panY: 0 }
        const { x } = restingDotGrid(camera, ratio)
        expect(x * ratio).toBeCloseTo(Math.round(x * ratio), 6)
        expect(Math.abs(x - dotGrid(camera).x)).toBeLessThanOrEqual(0.5 / ratio + 1e-9)
      }),
    )
  })
})
