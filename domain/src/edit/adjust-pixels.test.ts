import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjustPixels, grainAt, vignetteAt, warmthFactors } from './adjust-pixels.ts'
import { type Adjustments, adjustmentNames } from './operation.ts'

const adjusted = (pixels: readonly (readonly number[])[], adjustments: Adjustments, width = pixels.length) => {
  const data = Uint8Array.from(pixels.flat())
  const into = new Uint8Array(data.length)
  adjustPixels({ data, width, height: pixels.length / width }, adjustments, { into })
  return Array.from({ length: pixels.length }, (_, place) => [...into.subarray(place * 4, place * 4 + 4)])
}
const grey = (value: number) => [value, value, value, 255]
const picture = fc.array(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 }))), {
  minLength: 1,
  maxLength: 30,
})
const amounts = fc.record(
  Object.fromEntries(adjustmentNames.map((name) => [name, fc.integer({ min: -100, max: 100 })])),
  { requiredKeys: [] },
) as fc.Arbitrary<Adjustments>

describe('an adjusted picture', () => {
  it('is the same where every value is 0', () => {
    fc.assert(
      fc.property(picture, (pixels) => {
        expect(adjusted(pixels, {})).toEqual(pixels)
        expect(adjusted(pixels, { light: 0, grain: 0 })).toEqual(pixels)
      }),
    )
  })

  it('keeps its opacity', () => {
    fc.assert(
      fc.property(picture, amounts, (pixels, adjustments) => {
        expect(adjusted(pixels, adjustments).map((pixel) => pixel[3])).toEqual(pixels.map((pixel) => pixel[3]))
      }),
    )
  })

  it('keeps black and white, and is lighter in between, with more light', () => {
    expect(adjusted([grey(0), grey(128), grey(255)], { light: 100 })).toEqual([grey(0), grey(181), grey(255)])
    expect(adjusted([grey(0), grey(128), grey(255)], { light: -100 })).toEqual([grey(0), grey(64), grey(255)])
  })

  it('moves away from the middle with more contrast, and towards it with less', () => {
    expect(adjusted([grey(100), grey(155)], { contrast: 100 })).toEqual([grey(73), grey(182)])
    expect(adjusted([grey(0), grey(255)], { contrast: -100 })).toEqual([grey(64), grey(191)])
  })

  it('is grey without saturation', () =>
    expect(adjusted([[200, 100, 50, 255]], { saturation: -100 })).toEqual([grey(118)]))

  it('gets red for blue with more warmth, and grey stays as light as it was', () => {
    const [pixel] = adjusted([grey(120)], { warmth: 100 })
    expect(pixel).toEqual([138, 117, 92, 255])
    for (const amount of [-1, -0.3, 0, 0.6, 1]) {
      const [red, green, blue] = warmthFactors(amount)
      expect(0.2126 * red + 0.7152 * green + 0.0722 * blue).toBeCloseTo(1, 12)
    }
  })

  it('has a harder edge with more sharpness, and a softer one with less', () => {
    const edge = [50, 50, 200, 200].map(grey)
    const values = (sharpness: number) => adjusted(edge, { sharpness }).map(([red]) => red)
    expect(values(100)).toEqual([50, 0, 255, 200])
    expect(values(-100)).toEqual([50, 88, 163, 200])
  })

  it('is darker in the corners with a vignette, lighter with a negative one, and the same in the middle', () => {
    const side = 101
    const flat = Array.from({ length: side * side }, () => grey(100))
    const at = (adjustments: Adjustments, x: number, y: number) => adjusted(flat, adjustments, side)[y * side + x]?.[0]
    expect([at({ vignette: 100 }, 50, 50), at({ vignette: 100 }, 0, 0)]).toEqual([100, 20])
    expect([at({ vignette: -100 }, 50, 50), at({ vignette: -100 }, 100, 100)]).toEqual([100, 224])
    expect(vignetteAt(50, 50, { width: side, height: side })).toBe(0)
  })

  it('has the same grain each time, around the color that was there', () => {
    const flat = Array.from({ length: 64 * 64 }, () => grey(128))
    const first = adjusted(flat, { grain: 100 }, 64)
    expect(adjusted(flat, { grain: 100 }, 64)).toEqual(first)
    const values = first.map(([red]) => red ?? 0)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    expect(Math.abs(mean - 128)).toBeLessThan(1.5)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(60)
  })

  it('has less noise and the same edges with less grain', () => {
    const noisy = Array.from({ length: 32 * 32 }, (_, place) =>
      grey((place % 32 < 16 ? 60 : 200) + Math.round(5 * grainAt(place % 32, Math.floor(place / 32)))),
    )
    const spread = (pixels: number[][]) => {
      const left = pixels.filter((_, place) => place % 32 < 15).map(([red]) => red ?? 0)
      return Math.sqrt(left.reduce((sum, value) => sum + (value - 60) ** 2, 0) / left.length)
    }
    const calm = adjusted(noisy, { grain: -100 }, 32)
    expect(spread(calm)).toBeLessThan(spread(noisy) * 0.6)
    expect((calm[16]?.[0] ?? 0) - (calm[15]?.[0] ?? 0)).toBeGreaterThan(120)
  })
})

describe('the grain of a pixel', () => {
  it('is between -1 and 1, by whole numbers that a shader has as well', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (x, y) => {
        expect(Math.abs(grainAt(x, y))).toBeLessThanOrEqual(1.000001)
      }),
    )
    expect([grainAt(0, 0), grainAt(1, 0), grainAt(0, 1)].map((value) => value.toFixed(4))).toMatchInlineSnapshot(`
      [
        "0.8418",
        "-0.7259",
        "-0.2524",
      ]
    `)
  })
})
