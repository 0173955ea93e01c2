import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, type Rect } from '../geometry/rect.ts'
import { boards } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { createSpatialIndex } from './spatial-index.ts'

const areas: fc.Arbitrary<Rect> = fc.record({
  x: fc.integer({ min: -30_000, max: 30_000 }),
  y: fc.integer({ min: -30_000, max: 30_000 }),
  width: fc.integer({ min: 1, max: 40_000 }),
  height: fc.integer({ min: 1, max: 40_000 }),
})

describe('an index of rectangles', () => {
  it('finds the same as a scan of every rectangle, also after some were moved and removed', () => {
    fc.assert(
      fc.property(boards, boards, areas, (before, after, area) => {
        const index = createSpatialIndex()
        const rects = new Map<string, Rect>()
        for (const [place, card] of before.entries()) index.set(String(place), cardRect(card))
        for (const [place, card] of after.entries()) {
          index.set(String(place), cardRect(card))
          rects.set(String(place), cardRect(card))
        }
        for (let place = after.length; place < before.length; place++) index.remove(String(place))
        const wanted = [...rects].filter(([, rect]) => overlaps(rect, area)).map(([id]) => id)
        expect(index.query(area).sort()).toEqual(wanted.sort())
        expect(index.size).toBe(rects.size)
      }),
    )
  })

  it('finds the rectangles under a point', () => {
    const index = createSpatialIndex()
    index.set('card', { x: -100, y: -100, width: 200, height: 200 })
    expect(index.at({ x: 0, y: 0 })).toEqual(['card'])
    expect(index.at({ x: 101, y: 0 })).toEqual([])
  })
})
