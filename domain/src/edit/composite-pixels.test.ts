import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compositePixels } from './composite-pixels.ts'

const pixel = fc.uint8Array({ minLength: 4, maxLength: 4 })
const pictures = fc.integer({ min: 1, max: 20 }).chain((length) =>
  fc.record({
    source: fc.array(pixel, { minLength: length, maxLength: length }),
    result: fc.array(pixel, { minLength: length, maxLength: length }),
    weights: fc.array(fc.oneof(fc.constantFrom(0, 255), fc.integer({ min: 0, max: 255 })), {
      minLength: length,
      maxLength: length,
    }),
  }),
)
const bytesOf = (pixels: readonly Uint8Array[]) => Uint8Array.from(pixels.flatMap((each) => [...each]))
const laid = (source: number[], result: number[], weight: number) => {
  const bytes = Uint8Array.from(source)
  compositePixels(bytes, Uint8Array.from(result), Uint8Array.of(weight))
  return [...bytes]
}

describe('a result laid over its source', () => {
  it('leaves every byte of the source where the weight is 0, and takes every byte of the result where it is 255', () => {
    fc.assert(
      fc.property(pictures, ({ source, result, weights }) => {
        const bytes = bytesOf(source)
        compositePixels(bytes, bytesOf(result), Uint8Array.from(weights))
        for (const [place, weight] of weights.entries()) {
          const now = [...bytes.subarray(place * 4, place * 4 + 4)]
          if (weight === 0) expect(now).toEqual([...(source[place] ?? [])])
          if (weight === 255) expect(now).toEqual([...(result[place] ?? [])])
        }
      }),
    )
  })

  it('stays between both', () => {
    fc.assert(
      fc.property(pictures, ({ source, result, weights }) => {
        const bytes = bytesOf(source)
        compositePixels(bytes, bytesOf(result), Uint8Array.from(weights))
        for (const [index, value] of bytes.entries()) {
          const [one, other] = [source, result].map((pixels) => pixels[Math.floor(index / 4)]?.[index % 4] ?? 0)
          const isClear = index % 4 < 3 && bytes[index - (index % 4) + 3] === 0
          if (isClear) continue
          expect(value).toBeGreaterThanOrEqual(Math.min(one ?? 0, other ?? 0))
          expect(value).toBeLessThanOrEqual(Math.max(one ?? 0, other ?? 0))
        }
      }),
    )
  })

  it('mixes opaque colors by their weight', () =>
    expect(laid([0, 100, 255, 255], [200, 100, 0, 255], 51)).toEqual([40, 100, 204, 255]))

  it('takes no color from what is transparent', () => {
    expect(laid([10, 20, 30, 255], [255, 255, 255, 0], 128)).toEqual([10, 20, 30, 127])
    expect(laid([255, 0, 0, 0], [0, 0, 255, 0], 128)).toEqual([0, 0, 0, 0])
  })
})
