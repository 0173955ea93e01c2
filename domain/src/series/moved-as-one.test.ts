import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { cardRect } from '../layout/card.ts'
import { points, spaces } from '../testing/boards.ts'
import { movedAsOne } from './moved-as-one.ts'

describe('cards that are placed together', () => {
  it('stay at the wanted place, if it is free', () =>
    expect(movedAsOne([{ x: 0, y: 0 }], [cardRect({ x: 2_000, y: 0, isCollapsed: false })])).toEqual({ x: 0, y: 0 }))

  it('are moved together, and overlap no card and no note then', () =>
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 9 }), spaces, (wanted, taken) => {
        const moved = movedAsOne(wanted, taken)
        for (const { x, y } of wanted) {
          const rect = cardRect({ x: x + moved.x, y: y + moved.y, isCollapsed: false })
          expect(taken.some((other) => overlaps(rect, other))).toBe(false)
        }
      }),
    ))
})
