import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coveringSize, exportedSize } from './export-size.ts'

const original = { width: 1_500, height: 1_000 }

describe('exportedSize', () => {
  it.each([
    [{}, original],
    [{ longestSide: 300 }, { width: 300, height: 200 }],
    [{ longestSide: 9_000 }, original],
    [{ width: 1_000 }, { width: 1_000, height: 667 }],
    [{ height: 100 }, { width: 150, height: 100 }],
    [{ width: 3_000 }, original],
    [
      { width: 3_000, height: 3_000 },
      { width: 3_000, height: 3_000 },
    ],
    [{ longestSide: 1 }, { width: 1, height: 1 }],
  ])('makes of %o %o', (asked, size) => expect(exportedSize(original, asked)).toEqual(size))

  it('never enlarges by one side, and has that side to the pixel', () => {
    const side = fc.integer({ min: 1, max: 9_000 })
    fc.assert(
      fc.property(side, side, side, (width, height, longestSide) => {
        const size = exportedSize({ width, height }, { longestSide })
        expect(size.width <= width && size.height <= height && size.width >= 1 && size.height >= 1).toBe(true)
        expect(Math.max(size.width, size.height)).toBe(Math.min(longestSide, Math.max(width, height)))
      }),
    )
  })
})

describe('coveringSize', () => {
  it('covers the exported size, and says whether more than rounding is cut off', () => {
    expect(coveringSize(original, { width: 300, height: 200 })).toEqual({ width: 300, height: 200, isCropped: false })
    expect(coveringSize(original, { width: 200, height: 200 })).toEqual({ width: 300, height: 200, isCropped: true })
    expect(coveringSize(original, { width: 1_000, height: 667 }).isCropped).toBe(false)
  })
})
