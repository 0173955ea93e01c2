import { describe, expect, it } from 'vitest'
import { paint } from './paint.ts'
import { chromaOf, difference, digest, input } from './testing/painting.ts'

const ratios = [
  [1024, 1024],
  [1152, 864],
  [1248, 832],
  [1280, 720],
  [1504, 640],
  [896, 1120],
  [832, 1248],
  [720, 1280],
] as const

describe('painting', () => {
  it('gives the same bytes for the same input, whatever was painted before', () => {
    const fox = input({ prompt: 'a fox in the snow' })
    const first = digest(paint(fox).rgb)
    paint(input({ prompt: 'something else', seed: 1, width: 333, height: 80 }))
    expect(digest(paint(fox).rgb)).toBe(first)
  })

  it('gives another picture for another seed', () => {
    expect(digest(paint(input({ seed: 8 })).rgb)).not.toBe(digest(paint(input({ seed: 7 })).rgb))
  })

  it('accepts the largest seed', () => {
    expect(paint(input({ seed: 2 ** 31 - 1 })).rgb).toHaveLength(96 * 96 * 3)
  })

  it.each(ratios)('has exactly the ratio %i × %i', (w, h) => {
    const [width, height] = [w / 8, h / 8]
    const raster = paint(input({ prompt: 'sailing boat at sunset', width, height }))
    expect([raster.width, raster.height, raster.rgb.length]).toEqual([width, height, width * height * 3])
    expect(new Set(raster.rgb).size).toBeGreaterThan(60)
  })

  it.each([
    [1, 1],
    [2, 3],
    [1, 64],
    [17, 31],
    [333, 57],
    [40, 401],
  ])('has exactly the odd size %i × %i', (width, height) => {
    for (const prompt of ['a cat', 'mountains', 'city', 'oil portrait', 'collage of flowers', 'woodcut sea']) {
      expect(paint(input({ prompt, width, height })).rgb).toHaveLength(width * height * 3)
    }
  })

  it.each(['', '   ', '🙂🙂', 'qwzx vbnm', 'горы на закате', '富士山と月', 'x'.repeat(4000)])(
    'paints something for %j',
    (prompt) => {
      expect(new Set(paint(input({ prompt })).rgb).size).toBeGreaterThan(40)
    },
  )

  it('prints every medium differently', () => {
    const words =
      'gouache riso woodblock poster collage watercolour ink oil woodcut pixel blueprint neon noir pastel minimal anime photo'
    const prints = words.split(' ').map((look) => digest(paint(input({ style: { words: look } })).rgb))
    expect(new Set(prints).size).toBe(prints.length)
  })

  it('mirrors the sheet when symmetry is requested', () => {
    const { rgb, width } = paint(input({ prompt: 'a symmetrical lake, minimal' }))
    const row = 60 * width
    let gap = 0
    for (let x = 0; x < width; x++) gap += Math.abs(rgb[(row + x) * 3] - rgb[(row + width - 1 - x) * 3])
    expect(gap / width).toBeLessThan(6)
  })
})

describe('the words of a prompt', () => {
  it('choose season and hour', () => {
    const summer = paint(input({ prompt: 'a meadow in summer' }))
    expect(difference(summer, paint(input({ prompt: 'a meadow in winter' })))).toBeGreaterThan(10)
    expect(difference(summer, paint(input({ prompt: 'a meadow at night' })))).toBeGreaterThan(10)
  })

  it('keep a red fox from turning the snow red', () => {
    for (const orderNum of [0, 1, 2, 3]) {
      const { rgb } = paint(input({ prompt: 'a red fox in the snow', orderNum }))
      const corner = [...rgb.subarray(rgb.length - 96 * 15, rgb.length - 96 * 15 + 3)]
      expect(corner[0] - corner[2]).toBeLessThan(60)
    }
  })

  it('are overridden by a style', () => {
    expect(chromaOf(paint(input({ prompt: 'a vivid castle on a hill', style: { words: 'film noir' } })))).toBeLessThan(
      12,
    )
  })
})
