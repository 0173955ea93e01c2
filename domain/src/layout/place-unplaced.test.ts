import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { spaces } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { placeUnplaced } from './place-unplaced.ts'

const open = { isCollapsed: false }

describe('cards without a place', () => {
  it('are placed in a row from the origin, 900 apart', () =>
    expect(placeUnplaced([open, open, { isCollapsed: true }], [])).toEqual([
      { x: 10_000, y: 10_000 },
      { x: 10_900, y: 10_000 },
      { x: 11_800, y: 10_000 },
    ]))

  it('do not move other cards, and get the nearest free place around them', () =>
    expect(placeUnplaced([open, open], [cardRect({ x: 10_000, y: 10_000, ...open })])).toEqual([
      { x: 10_900, y: 10_000 },
      // Its own place is taken by the first now: right of that one.
      { x: 11_800, y: 10_000 },
    ]))

  it('overlap nothing, on any board', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ isCollapsed: fc.boolean() }), { maxLength: 12 }), spaces, (cards, others) => {
        const placed = placeUnplaced(cards, others).map((place, index) =>
          cardRect({ isCollapsed: false, ...cards[index], ...place }),
        )
        for (const [index, rect] of placed.entries()) {
          const before = [...others, ...placed.slice(0, index)]
          expect(before.filter((each) => overlaps(each, rect))).toEqual([])
        }
      }),
    )
  })
})
