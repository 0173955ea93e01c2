import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageSeed, maxSeed } from './seed.ts'

describe('the seeds of a generation’s images', () => {
  it('are consecutive, starting with the generation’s own', () => {
    expect([0, 1, 2, 3].map((orderNum) => imageSeed(7, orderNum))).toEqual([7, 8, 9, 10])
  })

  it('continue at 0 after the largest', () => {
    expect([0, 1, 2].map((orderNum) => imageSeed(maxSeed, orderNum))).toEqual([maxSeed, 0, 1])
  })

  it('are four different seeds in the range, for any generation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxSeed }), (seed) => {
        const seeds = [0, 1, 2, 3].map((orderNum) => imageSeed(seed, orderNum))
        expect(new Set(seeds).size).toBe(4)
        expect(seeds.every((each) => each >= 0 && each <= maxSeed)).toBe(true)
      }),
    )
  })
})
