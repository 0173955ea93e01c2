import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tourAt } from './live-grove.tsx'

const still = { zoom: 0.46, panX: 600, panY: 80 }

describe('the tour through the tree on the landing page', () => {
  it('starts at the still picture', () => {
    const { card, camera } = tourAt(0, still)
    expect([card.name, camera]).toEqual(['lake', still])
  })

  it('never jumps: a frame later the view is at most two pixels further', () =>
    fc.assert(
      fc.property(fc.double({ min: 0, max: 600_000, noNaN: true }), (elapsedMs) => {
        const now = tourAt(elapsedMs, still).camera
        const next = tourAt(elapsedMs + 16, still).camera
        expect(Math.hypot(next.panX - now.panX, next.panY - now.panY)).toBeLessThan(2)
      }),
    ))

  it('keeps the zoom, so that nothing is repainted', () =>
    fc.assert(
      fc.property(fc.double({ min: 0, max: 600_000, noNaN: true }), (elapsedMs) => {
        expect(tourAt(elapsedMs, still).camera.zoom).toBe(still.zoom)
      }),
    ))
})
