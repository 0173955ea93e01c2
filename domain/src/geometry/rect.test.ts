import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, commonPart, overlaps, type Rect } from './rect.ts'

const rect = (over: Partial<Rect> = {}): Rect => ({ x: 0, y: 0, width: 10, height: 10, ...over })
const side = fc.integer({ min: 1, max: 500 })
const place = fc.integer({ min: -1_000, max: 1_000 })
const rects = fc.record({ x: place, y: place, width: side, height: side })

describe('overlap', () => {
  it('means sharing an area', () => expect(overlaps(rect(), rect({ x: 9, y: 9 }))).toBe(true))

  it.each([
    ['a side', rect({ x: 10 })],
    ['a corner', rect({ x: 10, y: 10 })],
    ['nothing', rect({ x: 50 })],
  ])('is false for rectangles that touch at %s', (_, other) => expect(overlaps(rect(), other)).toBe(false))

  it('includes containment', () => expect(overlaps(rect(), rect({ x: 4, y: 4, width: 1, height: 1 }))).toBe(true))

  it('is symmetric', () => fc.assert(fc.property(rects, rects, (a, b) => overlaps(a, b) === overlaps(b, a))))
})

describe('the common part', () => {
  it('is what both contain', () =>
    expect(commonPart(rect(), rect({ x: 4, y: -3 }))).toEqual({ x: 4, y: 0, width: 6, height: 7 }))

  it('has an area where they overlap, and only there', () =>
    fc.assert(
      fc.property(rects, rects, (a, b) => {
        const { width, height } = commonPart(a, b)
        expect(width > 0 && height > 0).toBe(overlaps(a, b))
      }),
    ))
})

describe('bounds', () => {
  it('are null for no rectangle', () => expect(boundsOf([])).toBeNull())

  it('of one rectangle are itself', () => {
    fc.assert(
      fc.property(rects, (one) => {
        expect(boundsOf([one])).toEqual(one)
      }),
    )
  })

  it('contain every rectangle and are minimal', () => {
    fc.assert(
      fc.property(fc.array(rects, { minLength: 1 }), (all) => {
        const { x, y, width, height } = boundsOf(all) ?? rect()
        expect(x).toBe(Math.min(...all.map((one) => one.x)))
        expect(y).toBe(Math.min(...all.map((one) => one.y)))
        expect(x + width).toBe(Math.max(...all.map((one) => one.x + one.width)))
        expect(y + height).toBe(Math.max(...all.map((one) => one.y + one.height)))
      }),
    )
  })
})
