import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point, Rect } from '../geometry/rect.ts'
import { boards } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { connector } from './connector.ts'
import { pointOnConnector } from './connector-parts.ts'
import { connectorPieces } from './connector-pieces.ts'

const parent = cardRect({ x: 0, y: 0, isCollapsed: false })
const beside = cardRect({ x: 900, y: 0, isCollapsed: false })
const below = cardRect({ x: 0, y: 700, isCollapsed: false })

const kinds = (child: Rect, cards: readonly Rect[]) =>
  connectorPieces(connector(parent, child), { cards, fadeLength: 28 }).map(({ kind }) => kind)
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const isInside = ({ x, y }: Point, card: Rect) =>
  x > card.x && x < card.x + card.width && y > card.y && y < card.y + card.height

describe('connectorPieces', () => {
  it('leaves a line between its two cards whole: its ends are no entries', () =>
    expect(kinds(below, [parent, below])).toEqual(['line']))

  it('fades the line to a child beside its parent wherever it meets a card, and hides the rest', () => {
    const pieces = kinds(beside, [parent, beside])
    expect(pieces).toEqual(['line', 'fade', 'hidden', 'fade', 'line', 'fade', 'hidden', 'fade', 'line'])
  })

  it('fades on both sides of a card that lies on the line', () => {
    const over = { x: 300, y: 450, width: 200, height: 100 }
    expect(kinds(below, [parent, below, over])).toEqual(['line', 'fade', 'hidden', 'fade', 'line'])
  })

  it('hides an end that lies below another card', () => {
    const over = { x: 300, y: 600, width: 200, height: 200 }
    expect(kinds(below, [parent, below, over])).toEqual(['line', 'fade', 'hidden'])
  })

  it('shares a piece between two cards that is shorter than two fades', () => {
    const [upper, lower] = [
      { x: 300, y: 450, width: 200, height: 50 },
      { x: 300, y: 530, width: 200, height: 50 },
    ]
    const pieces = connectorPieces(connector(parent, below), { cards: [parent, below, upper, lower], fadeLength: 28 })
    const short = pieces.filter(({ kind, curve }) => kind === 'fade' && curve.from.y > 500 && curve.from.y < 530)
    const lengths = short.map(({ curve }) => distance(curve.from, curve.to))
    expect(lengths).toEqual([expect.closeTo(15.5, 0), expect.closeTo(15.5, 0)])
  })

  it('cuts no line where nothing is to fade', () => {
    const pieces = connectorPieces(connector(parent, beside), { cards: [parent, beside], fadeLength: 0 })
    expect(pieces.map(({ kind }) => kind)).toEqual(['line', 'hidden', 'line', 'hidden', 'line'])
  })

  it('covers the whole curve, with hidden pieces below cards alone', () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 300 }), (places, fadeLength) => {
        const cards = places.map(cardRect)
        const [first, second] = cards
        fc.pre(first !== undefined && second !== undefined)
        const curve = connector(first, second)
        const pieces = connectorPieces(curve, { cards, fadeLength })
        const ends = pieces.flatMap((piece) => [piece.curve.from, piece.curve.to])
        expect(Math.min(...ends.map((end) => distance(end, curve.from)))).toBeCloseTo(0, 5)
        expect(Math.min(...ends.map((end) => distance(end, curve.to)))).toBeCloseTo(0, 5)
        for (const { kind, curve: piece } of pieces) {
          const middle = pointOnConnector(piece, 0.5)
          if (kind === 'hidden') expect(cards.some((card) => isInside(middle, card))).toBe(true)
          if (kind === 'fade') expect(distance(piece.from, piece.to)).toBeLessThanOrEqual(fadeLength + 1)
        }
      }),
    )
  })
})
