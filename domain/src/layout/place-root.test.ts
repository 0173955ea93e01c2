import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, type Point } from '../geometry/rect.ts'
import { spaces } from '../testing/boards.ts'
import { type CardPlace, canvasOrigin, cardRect } from './card.ts'
import { placeRoot } from './place-root.ts'

const expanded = ({ x, y }: Point): CardPlace => ({ x, y, isCollapsed: false })
const distance = ({ x, y }: Point) => Math.hypot(x - canvasOrigin.x, y - canvasOrigin.y)

/** The places of a number of cards, placed one after the other. */
function placesOf(count: number): Point[] {
  const places: Point[] = []
  for (let made = 0; made < count; made++) places.push(placeRoot(places.map(expanded).map(cardRect)))
  return places
}

describe('the place of a root card', () => {
  it('is the canvas’s origin on an empty board', () => expect(placeRoot([])).toEqual({ x: 10_000, y: 10_000 }))

  it('is the nearest free place around it; among equals below before above, right before left', () => {
    expect(placesOf(7).map(({ x, y }) => [x - 10_000, y - 10_000])).toEqual([
      [0, 0],
      [0, 450],
      [0, -450],
      [900, 0],
      [0, 900],
      [0, -900],
      [-900, 0],
    ])
  })

  it('goes outwards: a farther place is used only when nothing nearer is free', () => {
    const distances = placesOf(80).map(distance)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
  })

  it('is the origin again when the card there was moved away', () => {
    expect(placeRoot([cardRect(expanded({ x: 12_000, y: 10_000 }))])).toEqual(canvasOrigin)
  })

  it('never overlaps a card or a note, on any board', () => {
    fc.assert(
      fc.property(spaces, (taken) => {
        const rect = cardRect(expanded(placeRoot(taken)))
        expect(taken.some((other) => overlaps(rect, other))).toBe(false)
      }),
    )
  })
})
