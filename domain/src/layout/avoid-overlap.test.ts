import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, type Point } from '../geometry/rect.ts'
import { boards, points } from '../testing/boards.ts'
import { avoidOverlap } from './avoid-overlap.ts'
import { cardRect } from './card.ts'

const card = ({ x, y }: Point) => cardRect({ x, y, isCollapsed: false })
const there: Point = { x: 1_000, y: 1_000 }
/** Right, left, down, up, then the four diagonals. */
const eight: readonly Point[] = [
  { x: 1_900, y: 1_000 },
  { x: 100, y: 1_000 },
  { x: 1_000, y: 1_900 },
  { x: 1_000, y: 100 },
  { x: 1_900, y: 1_900 },
  { x: 100, y: 1_900 },
  { x: 1_900, y: 100 },
  { x: 100, y: 100 },
]

describe('the place of a card', () => {
  it('is the wanted one when nothing overlaps there', () => {
    expect(avoidOverlap(card(there), [])).toEqual(there)
    expect(avoidOverlap(card(there), eight.map(card))).toEqual(there)
  })

  it('may touch another card', () => {
    expect(avoidOverlap(card(there), [card({ x: 1_800, y: 1_000 }), card({ x: 1_000, y: 1_340 })])).toEqual(there)
  })

  it.each(eight.map((place, taken) => ({ place, taken })))(
    'is $place when $taken of the eight places around are occupied',
    ({ place, taken }) => {
      expect(avoidOverlap(card(there), [there, ...eight.slice(0, taken)].map(card))).toEqual(place)
    },
  )

  it('is 900 below when all eight are occupied, and further down by 900 until it is free', () => {
    const around = [there, ...eight].map(card)
    expect(avoidOverlap(card(there), around)).toEqual({ x: 1_000, y: 2_800 })
    expect(avoidOverlap(card(there), [...around, card({ x: 700, y: 2_700 })])).toEqual({ x: 1_000, y: 3_700 })
  })

  it('is relative to the card in the way, not to the wanted place', () => {
    expect(avoidOverlap(card({ x: 1_300, y: 1_200 }), [card(there)])).toEqual({ x: 1_900, y: 1_000 })
  })

  it('is relative to the first card in the way when there are several', () => {
    const cards = [card({ x: 700, y: 900 }), card({ x: 1_300, y: 1_100 })]
    expect(avoidOverlap(card(there), cards)).toEqual({ x: -200, y: 900 })
  })

  it('needs less room when the card is collapsed', () => {
    const collapsed = cardRect({ ...there, isCollapsed: true })
    expect(avoidOverlap(collapsed, [card({ x: 1_000, y: 1_140 })])).toEqual(there)
  })

  it('never overlaps another card, on any board', () => {
    fc.assert(
      fc.property(points, boards, fc.boolean(), (wanted, board, isCollapsed) => {
        const others = board.map(cardRect)
        const rect = cardRect({ ...wanted, isCollapsed })
        const place = avoidOverlap(rect, others)
        expect(others.some((other) => overlaps({ ...rect, ...place }, other))).toBe(false)
      }),
    )
  })

  it('is stable: the same place is returned for it', () => {
    fc.assert(
      fc.property(points, boards, (wanted, board) => {
        const others = board.map(cardRect)
        const place = avoidOverlap(card(wanted), others)
        expect(avoidOverlap(card(place), others)).toEqual(place)
      }),
    )
  })
})
