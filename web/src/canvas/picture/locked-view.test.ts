import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LockedView, lockedMoved, lockedScaled, wholePictures } from './locked-view.ts'

const part = fc.double({ min: -0.5, max: 0.5, noNaN: true })
const anyView = fc
  .tuple(fc.double({ min: 1, max: 12, noNaN: true }), part, part)
  .map(([zoom, x, y]): LockedView => lockedMoved({ zoom, x: 0, y: 0 }, { x, y }))

describe('a view shared by several pictures', () => {
  it('is magnified about a fixed point', () => {
    const still = { x: 0.25, y: -0.1 }
    expect(lockedScaled(wholePictures, 2, still)).toEqual({ zoom: 2, x: -0.25, y: 0.1 })
  })

  it('never shows more than the whole, and is not moved then', () => {
    expect(lockedScaled({ zoom: 2, x: 0.5, y: 0 }, 0.1, { x: 0, y: 0 })).toEqual(wholePictures)
    expect(lockedMoved(wholePictures, { x: 0.3, y: 0.3 })).toEqual(wholePictures)
  })

  it('keeps the pictures over the centers of their viewports, whatever is done to it', () =>
    fc.assert(
      fc.property(anyView, fc.double({ min: 0.1, max: 10, noNaN: true }), part, part, (view, factor, x, y) => {
        for (const next of [lockedScaled(view, factor, { x, y }), lockedMoved(view, { x, y })]) {
          expect(next.zoom).toBeGreaterThanOrEqual(1)
          expect(Math.abs(next.x)).toBeLessThanOrEqual((next.zoom - 1) / 2 + 1e-9)
          expect(Math.abs(next.y)).toBeLessThanOrEqual((next.zoom - 1) / 2 + 1e-9)
        }
      }),
    ))
})
