import { describe, expect, it } from 'vitest'
import type { ParentMode } from '#sketch/input.ts'
import { paint } from '#sketch/paint.ts'
import { busynessOf, difference, input, meanOf, thumbnail } from '#sketch/testing/painting.ts'

const image = paint(input({ prompt: 'a house in the hills', width: 160, height: 160 }))
const branch = (mode: ParentMode, prompt = '', over: Partial<Parameters<typeof input>[0]> = {}) =>
  paint(input({ prompt, width: 160, height: 160, parent: { image, mode, prompt: 'a house in the hills' }, ...over }))

/** Correlation of lightness, -1..1: high where the same things are in the same places. */
function likeness(a: typeof image, b: typeof image): number {
  const lights = [a, b].map((raster) => {
    const t = thumbnail(raster)
    const all = Array.from({ length: t.length / 3 }, (_, i) => t[i * 3] + t[i * 3 + 1] + t[i * 3 + 2])
    const mean = all.reduce((x, y) => x + y) / all.length
    return all.map((v) => v - mean)
  })
  const dot = (p: number[], q: number[]): number => p.reduce((sum, v, i) => sum + v * q[i], 0)
  return dot(lights[0], lights[1]) / Math.sqrt(dot(lights[0], lights[0]) * dot(lights[1], lights[1]))
}

describe('a parent picture', () => {
  it('is enhanced on its own pixels, with more detail', () => {
    const better = branch('enhance')
    expect(likeness(image, better)).toBeGreaterThan(0.95)
    expect(difference(image, better)).toBeGreaterThan(1)
    expect(busynessOf(better)).toBeGreaterThan(busynessOf(image))
  })

  it('keeps its composition in a remix and changes color and surface', () => {
    for (const orderNum of [0, 1, 2, 3]) {
      const remix = branch('remix', '', { orderNum })
      expect(likeness(image, remix)).toBeGreaterThan(0.5)
      expect(difference(image, remix)).toBeGreaterThan(8)
    }
  })

  it('gives four different remixes', () => {
    const four = [0, 1, 2, 3].map((orderNum) => branch('remix', 'as a print', { orderNum, seed: 99 }))
    for (let a = 0; a < 4; a++) for (let b = a + 1; b < 4; b++) expect(difference(four[a], four[b])).toBeGreaterThan(6)
  })

  it('becomes dark at night and pale in winter', () => {
    expect(meanOf(branch('edit', 'at night'))).toBeLessThan(meanOf(image) * 0.75)
    expect(meanOf(branch('edit', 'in the snow'))).toBeGreaterThan(meanOf(image))
  })

  it('gets what an edit adds, and is unchanged elsewhere', () => {
    const added = branch('edit', 'add three red balloons')
    expect(likeness(image, added)).toBeGreaterThan(0.6)
    expect(difference(branch('edit', 'please'), added)).toBeGreaterThan(2)
  })

  it('is fitted to any size', () => {
    for (const mode of ['enhance', 'remix', 'edit'] as const) {
      const raster = branch(mode, 'at dusk', { width: 211, height: 90 })
      expect([raster.width, raster.height]).toEqual([211, 90])
    }
  })

  it('may be a single pixel', () => {
    const dot = { width: 1, height: 1, rgb: Uint8Array.of(200, 80, 40) }
    expect(paint(input({ parent: { image: dot, mode: 'remix', prompt: '' } })).rgb).toHaveLength(96 * 96 * 3)
  })
})
