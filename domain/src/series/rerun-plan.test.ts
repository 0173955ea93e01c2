import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NoteFields } from '../board/board-item.ts'
import { overlaps } from '../geometry/rect.ts'
import { cardRect } from '../layout/card.ts'
import { placesBelow, type RerunCard, rerunPlan } from './rerun-plan.ts'

const card = (id: string, parentId: string | null, x = 0, y = 0): RerunCard => ({
  id,
  parentId,
  parentImagePlace: parentId === null ? null : 2,
  x,
  y,
  isCollapsed: false,
})

const board = (cards: readonly RerunCard[], notes: readonly NoteFields[] = []) => ({ cards, notes })

describe('the plan of a re-run', () => {
  const tree = [card('root', null), card('a', 'root', 900), card('b', 'root', 900, 450), card('c', 'a', 1_800)]

  it('goes from the changed card down, each step after the one it depends on', () =>
    expect(rerunPlan('a', board(tree))).toEqual([
      { cardId: 'a', dependsOn: null, parentImagePlace: null, place: { x: 1_800, y: 450 } },
      { cardId: 'c', dependsOn: 0, parentImagePlace: 2, place: { x: 2_700, y: 450 } },
    ]))

  it('leaves notes free', () => {
    const below = { x: 1_000, y: 500, text: 'Ours' }
    expect(rerunPlan('b', board(tree.slice(0, 3), [below])).map(({ place }) => place)).toEqual([{ x: 900, y: 900 }])
    const inTheWay = { x: 1_000, y: 1_000, text: 'Ours' }
    expect(rerunPlan('b', board(tree.slice(0, 3), [inTheWay])).map(({ place }) => place)).toEqual([
      { x: 1_900, y: 1_000 },
    ])
  })

  it('starts every other card from the image with the same index of its new parent', () =>
    expect(
      rerunPlan('root', board(tree)).map(({ cardId, dependsOn, parentImagePlace }) => [
        cardId,
        dependsOn,
        parentImagePlace,
      ]),
    ).toEqual([
      ['root', null, null],
      ['a', 0, 2],
      ['b', 0, 2],
      ['c', 1, 2],
    ]))

  const trees = fc
    .array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 24 }), fc.boolean()), {
      minLength: 1,
      maxLength: 25,
    })
    .map((rows) =>
      // Collapsed cards may be closer together than those of the re-run can be.
      rows.map(([parent, column, row, isCollapsed], place) => ({
        ...card(String(place), place === 0 ? null : String(parent % place), column * 900, row * 150),
        isCollapsed,
      })),
    )

  it('has a step for each card of the branch, never before its dependency, without overlaps', () =>
    fc.assert(
      fc.property(trees, (cards) => {
        const steps = rerunPlan('0', board(cards))
        expect(new Set(steps.map(({ cardId }) => cardId)).size).toBe(cards.length)
        const rects = steps.map(({ place }) => cardRect({ ...place, isCollapsed: false }))
        for (const [place, { dependsOn, cardId }] of steps.entries()) {
          if (place > 0) expect(dependsOn).toBeLessThan(place)
          if (dependsOn !== null) expect(cards.find(({ id }) => id === cardId)?.parentId).toBe(steps[dependsOn]?.cardId)
          const rect = rects[place] ?? { x: 0, y: 0, width: 0, height: 0 }
          expect(cards.some((other) => overlaps(rect, cardRect(other)))).toBe(false)
          expect(rects.slice(place + 1).some((other) => overlaps(rect, other))).toBe(false)
        }
      }),
    ))
})

describe('placesBelow', () => {
  const taken = (...points: readonly { x: number; y: number }[]) =>
    points.map((point) => cardRect({ ...point, isCollapsed: false }))

  it('places each new card below the one that it repeats, however far these are from each other', () => {
    const cards = [
      { x: 0, y: 0 },
      { x: 9_000, y: 4_000 },
    ]
    expect(placesBelow(cards, taken(...cards))).toEqual([
      { x: 0, y: 450 },
      { x: 9_000, y: 4_450 },
    ])
  })

  it('places no new card on another, nor on what is there', () => {
    const cards = [
      { x: 0, y: 0 },
      { x: 0, y: 450 },
    ]
    const places = placesBelow(cards, taken(...cards))
    const all = [...taken(...cards), ...taken(...places)]
    expect(all.flatMap((one, at) => all.slice(at + 1).filter((other) => overlaps(one, other)))).toEqual([])
  })
})
