import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GreyPixels, maskWeights, reachOf, weightAt } from './mask-weights.ts'

const masks = fc
  .integer({ min: 1, max: 14 })
  .chain((width) =>
    fc
      .integer({ min: 1, max: 14 })
      .chain((height) =>
        fc
          .array(fc.constantFrom(0, 0, 0, 0, 255), { minLength: width * height, maxLength: width * height })
          .map((values): GreyPixels => ({ box: { x: 0, y: 0, width, height }, data: Uint8Array.from(values) })),
      ),
  )
const edges = fc.record({ grow: fc.integer({ min: 0, max: 6 }), feather: fc.integer({ min: 0, max: 6 }) })

/** The distance of a pixel from the nearest white one, by looking at all of them. */
function distanceOf({ box, data }: GreyPixels, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const [index, value] of data.entries())
    if (value === 255)
      nearest = Math.min(nearest, Math.hypot(x - (index % box.width), y - Math.floor(index / box.width)))
  return nearest
}

describe('the weight of a change', () => {
  it('is all within the grown mask, nothing beyond the feather, and falls in between', () => {
    const edge = { grow: 4, feather: 10 }
    const weights = [0, 4, 5, 9, 13, 14, 100].map((distance) => weightAt(distance, edge))
    expect(weights).toEqual([255, 255, 248, 128, 7, 0, 0])
    expect(weightAt(Number.POSITIVE_INFINITY, edge)).toBe(0)
  })

  it('is nothing near the black where the mask shrinks, and fades out from what is left of it', () => {
    fc.assert(
      fc.property(masks, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 4 }), (mask, by, feather) => {
        const { width } = mask.box
        const inverse = { box: mask.box, data: mask.data.map((value) => 255 - value) }
        const left = mask.data.map((value, index) =>
          value === 255 && distanceOf(inverse, index % width, Math.floor(index / width)) > by ? 255 : 0,
        )
        const expected = maskWeights({ box: mask.box, data: left }, { grow: 0, feather })
        expect(maskWeights(mask, { grow: -by, feather })).toEqual(expected)
      }),
    )
    expect([
      reachOf({ grow: 3, feather: 4 }),
      reachOf({ grow: -3, feather: 3 }),
      reachOf({ grow: -3, feather: 9 }),
    ]).toEqual([7, 1, 6])
  })

  it('is the mask itself without grow and feather', () => {
    fc.assert(
      fc.property(masks, (mask) => {
        expect(maskWeights(mask, { grow: 0, feather: 0 }).data).toEqual(mask.data)
      }),
    )
  })

  it('follows for every pixel from its distance to the nearest white one', () => {
    fc.assert(
      fc.property(masks, edges, (mask, edge) => {
        const { data } = maskWeights(mask, edge)
        const expected = mask.data.map((_, index) =>
          weightAt(distanceOf(mask, index % mask.box.width, Math.floor(index / mask.box.width)), edge),
        )
        expect(data).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('reads grey as black or white', () => {
    const mask = { box: { x: 0, y: 0, width: 2, height: 1 }, data: Uint8Array.of(127, 128) }
    expect([...maskWeights(mask, { grow: 0, feather: 0 }).data]).toEqual([0, 255])
    expect([...maskWeights(mask, { grow: 1, feather: 0 }).data]).toEqual([255, 255])
  })
})
