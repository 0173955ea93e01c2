import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { cardRect } from '../layout/card.ts'
import { boards, points } from '../testing/boards.ts'
import { seriesPlaces } from './series-places.ts'

const grid = (columns: number, rows: number) =>
  Array.from({ length: columns * rows }, (_, place) => ({ column: Math.floor(place / rows), row: place % rows }))

describe('the cards of a series', () => {
  it('stand side by side and below each other from the place wanted', () =>
    expect(seriesPlaces(grid(2, 2), { x: 100, y: 200 }, [])).toEqual([
      { x: 100, y: 200 },
      { x: 100, y: 650 },
      { x: 1_000, y: 200 },
      { x: 1_000, y: 650 },
    ]))

  it('lie on no other card and not on each other', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        points,
        boards,
        (columns, rows, at, board) => {
          const rects = seriesPlaces(grid(columns, rows), at, board).map((place) =>
            cardRect({ ...place, isCollapsed: false }),
          )
          for (const [place, rect] of rects.entries()) {
            expect(board.some((card) => overlaps(rect, cardRect(card)))).toBe(false)
            expect(rects.slice(place + 1).some((other) => overlaps(rect, other))).toBe(false)
          }
        },
      ),
      { numRuns: 40 },
    ))
})
