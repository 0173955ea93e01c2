import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { boards } from '../testing/boards.ts'
import { type CardPlace, cardRect } from './card.ts'
import { connector, connectorPath, placeOnConnector } from './connector.ts'

const card = (over: Partial<CardPlace> = {}) => cardRect({ x: 0, y: 0, isCollapsed: false, ...over })

describe('a connector', () => {
  it('runs from the parent’s bottom center to the child’s top center', () => {
    expect(connector(card(), card({ x: 900, y: 640 }))).toEqual({
      from: { x: 400, y: 340 },
      control1: { x: 400, y: 490 },
      control2: { x: 1_300, y: 490 },
      to: { x: 1_300, y: 640 },
    })
  })

  it('bends by half the vertical gap, at most 200', () => {
    const { from, control1, control2, to } = connector(card(), card({ y: 5_000 }))
    expect([control1.y - from.y, to.y - control2.y]).toEqual([200, 200])
  })

  it('starts and ends downwards for a child beside or above its parent as well', () => {
    expect(connector(card(), card({ x: 900, y: 0 }))).toEqual({
      from: { x: 400, y: 340 },
      control1: { x: 400, y: 510 },
      control2: { x: 1_300, y: -170 },
      to: { x: 1_300, y: 0 },
    })
  })

  it('starts higher under a collapsed parent', () => {
    expect(connector(card({ isCollapsed: true }), card({ x: 900 })).from).toEqual({ x: 400, y: 140 })
  })

  it('has its control points straight below and above its ends, at the same distance', () => {
    fc.assert(
      fc.property(boards, (cards) => {
        const [parent, child] = cards.map(cardRect)
        fc.pre(parent !== undefined && child !== undefined)
        const { from, control1, control2, to } = connector(parent, child)
        expect([control1.x, control2.x]).toEqual([from.x, to.x])
        expect(control1.y - from.y).toBe(to.y - control2.y)
        expect(control1.y - from.y).toBe(Math.min(Math.abs(to.y - from.y) / 2, 200))
      }),
    )
  })

  it('is one cubic in SVG', () => {
    expect(connectorPath(connector(card(), card({ x: 900, y: 640 })))).toBe('M 400 340 C 400 490 1300 490 1300 640')
  })
})

describe('the place of a picture on a connector', () => {
  const square = { width: 2_048, height: 2_048 }

  it('is the middle of the line, in the ratio of the picture', () => {
    expect(placeOnConnector(card(), card({ y: 500 }), square)).toEqual({ x: 356, y: 376, width: 88, height: 88 })
    expect(placeOnConnector(card(), card({ x: 900, y: 500 }), { width: 300, height: 100 })).toEqual({
      x: 784,
      y: 398,
      width: 132,
      height: 44,
    })
  })

  it('is none where the cards are too near', () => {
    expect(placeOnConnector(card(), card({ y: 440 }), square)).toBeNull()
  })

  it('never lies under the cards', () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 9_000 }), (cards, width) => {
        const [parent, child] = cards.map(cardRect)
        fc.pre(parent !== undefined && child !== undefined)
        const place = placeOnConnector(parent, child, { width, height: 1_000 })
        fc.pre(place !== null)
        expect([overlaps(place, parent), overlaps(place, child)]).toEqual([false, false])
      }),
    )
  })
})
