import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelZoom } from './tile-levels.ts'

const plan = (zoom: number, current: number | null, pace: 'zooming' | 'dragging' | 'resting' = 'zooming') =>
  levelZoom({ zoom, current, pace, smallest: 0.1 })

describe('the level to paint', () => {
  it('is the camera’s own zoom when it rests', () => expect(plan(0.37, 0.4, 'resting')).toBe(0.37))
  it('is the same while cards are dragged', () => expect(plan(0.37, 0.4, 'dragging')).toBe(0.37))
  it('stays while the zoom is near it', () => expect(plan(0.5, 0.4)).toBe(0.4))
  it('is ahead of the camera in a zoom out', () => expect(plan(0.18, 0.4)).toBeCloseTo(0.126))
  it('is that of the camera in a zoom in', () => expect(plan(0.9, 0.4)).toBe(0.9))
  it('is never below the smallest zoom', () => expect(plan(0.11, 0.4)).toBe(0.1))

  it('is never stretched to more than twice or shrunk to less than half its size', () => {
    const zooms = fc.double({ min: 0.1, max: 4, noNaN: true })
    fc.assert(
      fc.property(fc.array(zooms, { minLength: 1 }), (path) => {
        let level: number | null = null
        for (const zoom of path) {
          level = plan(zoom, level)
          expect(zoom / level).toBeGreaterThanOrEqual(0.5)
          expect(zoom / level).toBeLessThanOrEqual(2)
        }
      }),
    )
  })
})
