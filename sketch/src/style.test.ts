import { describe, expect, it } from 'vitest'
import { hashText } from './core/random.ts'
import type { Raster } from './core/surface.ts'
import { measureTexture, mediumFor } from './finish/texture.ts'
import { paint } from './paint.ts'
import { paletteFromHints, readHints } from './palette/from-hints.ts'
import { palettes } from './palette/palette.ts'
import { busynessOf, chromaOf, difference, digest, input, meanOf, picture } from './testing/painting.ts'

const noise = (x: number, y: number): number => (hashText(`${x},${y}`) & 255) / 255
const smooth = picture(128, 128, (x, y) => [200 - x / 3, 60 + y / 3, 50])
const speckled = picture(256, 256, (x, y) => {
  const n = noise(x, y) * 40
  return [120 + n, 60 + n, 40 + n]
})
const brushed = picture(256, 256, (x, y) => {
  const v = 150 + 18 * Math.sin((x + y * 2) / 1.9) + noise(x, y) * 4
  return [v, v * 0.7, v * 0.4]
})
const flat = picture(128, 128, (x) => (x < 64 ? [230, 90, 60] : [40, 70, 120]))
const grey = picture(128, 128, (x, y) => Array(3).fill(40 + noise(x, y) * 60))

describe('reference pictures', () => {
  it('contribute their colors', () => {
    const { rgb } = paint(input({ prompt: 'mountains', looks: [smooth] }))
    let warm = 0
    for (let i = 0; i < rgb.length; i += 3) if (rgb[i] > rgb[i + 2]) warm++
    expect(warm / (rgb.length / 3)).toBeGreaterThan(0.7)
  })

  it('contribute their texture: a medium for each kind of surface', () => {
    expect(mediumFor(measureTexture([speckled]))).toBe('riso')
    expect(mediumFor(measureTexture([brushed]))).toBe('oil')
    expect(['minimal', 'cutpaper']).toContain(mediumFor(measureTexture([flat])))
    expect(mediumFor(measureTexture([grey]))).toBe('noir')
    expect(mediumFor(measureTexture([smooth]))).not.toBe('riso')
  })

  it('show in the print: speckles stay rougher than flat areas', () => {
    const rough = paint(input({ looks: [speckled], width: 192, height: 192 }))
    const even = paint(input({ looks: [flat], width: 192, height: 192 }))
    expect(busynessOf(rough)).toBeGreaterThan(busynessOf(even) * 1.15)
  })

  it('do not change a medium that the words name', () => {
    expect(chromaOf(paint(input({ prompt: 'a lake, film noir', looks: [speckled] })))).toBeLessThan(12)
  })
})

describe('a content reference', () => {
  const split = picture(128, 128, (_, y) => (y < 64 ? [25, 25, 25] : [235, 235, 235]))
  const halves = ({ rgb, width }: Raster) => {
    const middle = width * 48 * 3
    const mean = (part: Uint8Array) => part.reduce((sum, v) => sum + v, 0) / part.length
    return mean(rgb.subarray(0, middle)) - mean(rgb.subarray(middle))
  }

  it('keeps its light and dark, whatever is painted', () => {
    for (const orderNum of [0, 1, 2, 3]) {
      expect(halves(paint(input({ prompt: 'calm', contents: [split], orderNum })))).toBeLessThan(-50)
      expect(halves(paint(input({ prompt: 'calm', looks: [split], orderNum })))).toBeGreaterThan(-50)
    }
  })

  it('includes what the words name', () => {
    const contents = [split]
    expect(
      difference(paint(input({ prompt: 'calm', contents })), paint(input({ prompt: 'calm fox', contents }))),
    ).toBeGreaterThan(0.5)
  })

  it('becomes four pictures that differ', () => {
    const four = [0, 1, 2, 3].map((orderNum) =>
      digest(paint(input({ prompt: 'calm', contents: [split], orderNum })).rgb),
    )
    expect(new Set(four).size).toBe(4)
  })

  it('leaves its colors to the style references', () => {
    const { rgb } = paint(input({ prompt: 'calm', contents: [split], looks: [smooth] }))
    let warm = 0
    for (let i = 0; i < rgb.length; i += 3) if (rgb[i] > rgb[i + 2]) warm++
    expect(warm / (rgb.length / 3)).toBeGreaterThan(0.7)
  })
})

describe('hex hints', () => {
  it('are parsed with and without a hash; invalid ones are ignored', () => {
    expect(readHints(['#ff0000', '00ff00', 'red', '#12', ''])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ])
  })

  it('lead the palette and keep its lights and darks', () => {
    const base = palettes[0]
    const hinted = paletteFromHints(readHints(['#0b3d91', '#f2c14e']), base)
    expect(hinted.accent).not.toEqual(base.accent)
    expect(hinted.light.reduce((a, b) => a + b)).toBeGreaterThan(hinted.deep.reduce((a, b) => a + b) + 1)
  })

  it('color the picture', () => {
    const blue = paint(input({ style: { colors: ['#0b3d91', '#1f6feb', '#a5d8ff'] } }))
    const red = paint(input({ style: { colors: ['#911f0b', '#eb4f1f', '#ffc9a5'] } }))
    const warmth = (raster: typeof blue): number =>
      raster.rgb.reduce((sum, v, i) => sum + (i % 3 === 0 ? v : i % 3 === 2 ? -v : 0), 0)
    expect(warmth(red)).toBeGreaterThan(warmth(blue))
  })

  it('have no effect when there are none', () => {
    expect(meanOf(paint(input({ style: { colors: [] } })))).toBe(meanOf(paint(input())))
  })
})
