import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitScale,
  kept,
  type LockedView,
  lockedMoved,
  lockedScaled,
  placed,
  scaledAbout,
  toggledZoom,
  wholePictures,
} from './picture-view.ts'

const picture = { width: 1_000, height: 2_000 }
const room = { width: 800, height: 500 }
const sizes = { picture, room }

describe('a picture in the lightbox', () => {
  it('is fitted into the viewport, never above its own size', () => {
    expect(fitScale(picture, room)).toBe(0.25)
    expect(fitScale({ width: 10, height: 10 }, room)).toBe(1)
  })

  it('toggles full size about the pressed point', () => {
    const full = toggledZoom('fit', { x: 0, y: 100 }, sizes)
    expect(full).toEqual({ scale: 1, x: 0, y: -300 })
    expect(toggledZoom(full, { x: 0, y: 0 }, sizes)).toBe('fit')
  })

  it('cannot be pushed out of the viewport', () =>
    expect(kept({ scale: 1, x: 9_999, y: -9_999 }, picture, room)).toEqual({ scale: 1, x: 100, y: -750 }))

  it('is fitted again when it is made smaller than that', () =>
    expect(scaledAbout({ scale: 0.3, x: 0, y: 0 }, 0.5, { x: 0, y: 0 }, sizes)).toBe('fit'))

  it('is magnified four times at most', () =>
    expect(placed(scaledAbout('fit', 1_000, { x: 0, y: 0 }, sizes), picture, room).scale).toBe(4))

  it('keeps the point under the pointer until an edge is reached', () => {
    const inside = fc.double({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(inside, inside, fc.double({ min: 1, max: 2, noNaN: true }), (x, y, factor) => {
        const before = { scale: 1.5, x: 0, y: 0 }
        const after = placed(scaledAbout(before, factor, { x, y }, sizes), picture, room)
        expect((x - after.x) / after.scale).toBeCloseTo(x / before.scale, 6)
        expect((y - after.y) / after.scale).toBeCloseTo(y / before.scale, 6)
      }),
    )
  })
})

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
