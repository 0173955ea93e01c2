import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { boards, notes } from '../testing/boards.ts'
import { type CardPlace, cardRect } from './card.ts'
import { placeBranch, wantedBranchPlace } from './place-branch.ts'
import { takenSpace } from './taken-space.ts'

const card = (over: Partial<CardPlace> = {}): CardPlace => ({ x: 10_000, y: 10_000, isCollapsed: false, ...over })

describe('the place of a branch', () => {
  it('is 900 to the right of its parent for the first one', () => {
    expect(wantedBranchPlace(card(), [])).toEqual({ x: 10_900, y: 10_000 })
  })

  it('is 450 above the topmost child for further ones, in any order', () => {
    const children = [card({ x: 0, y: 300 }), card({ x: 50, y: -700 }), card({ y: 9_000 })]
    expect(wantedBranchPlace(card(), children)).toEqual({ x: 10_900, y: -1_150 })
  })

  it('moves on where another card is', () => {
    const inTheWay = card({ x: 10_900, y: 10_100 })
    expect(placeBranch(card(), [], [card(), inTheWay].map(cardRect))).toEqual({ x: 11_800, y: 10_100 })
  })

  it('stacks upwards, one after the other', () => {
    const cards = [card()]
    for (let made = 0; made < 4; made++)
      cards.push({ ...placeBranch(card(), cards.slice(1), cards.map(cardRect)), isCollapsed: false })
    expect(cards.slice(1).map(({ x, y }) => [x, y])).toEqual([
      [10_900, 10_000],
      [10_900, 9_550],
      [10_900, 9_100],
      [10_900, 8_650],
    ])
  })

  it('moves on where a note is', () => {
    const taken = takenSpace([card()], [{ x: 11_000, y: 9_900, text: 'The old photograph decides.' }])
    expect(placeBranch(card(), [], taken)).toEqual({ x: 11_900, y: 9_900 })
  })

  it('never overlaps a card or a note, on any board, with any siblings', () => {
    fc.assert(
      fc.property(boards, notes, fc.nat({ max: 5 }), (board, written, siblings) => {
        const [parent = card(), ...rest] = board
        const taken = takenSpace(board, written)
        const rect = cardRect(card(placeBranch(parent, rest.slice(0, siblings), taken)))
        expect(taken.some((other) => overlaps(rect, other))).toBe(false)
      }),
    )
  })
})
