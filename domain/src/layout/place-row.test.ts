import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { cardRect } from './card.ts'
import { placeRow } from './place-row.ts'
import { takenSpace } from './taken-space.ts'

describe('the places of cards that come together', () => {
  it('are a row from the wanted place on, five wide', () => {
    expect(placeRow({ x: 100, y: 50 }, 7, [])).toEqual([
      { x: 100, y: 50 },
      { x: 1000, y: 50 },
      { x: 1900, y: 50 },
      { x: 2800, y: 50 },
      { x: 3700, y: 50 },
      { x: 100, y: 490 },
      { x: 1000, y: 490 },
    ])
  })

  it('overlap neither each other nor what is there', () => {
    const taken = takenSpace([{ x: 1_200, y: 100, isCollapsed: false }], [{ x: 300, y: 600, text: 'Ours' }])
    const places = placeRow({ x: 100, y: 50 }, 50, taken).map((place) => cardRect({ ...place, isCollapsed: false }))
    const rects = [...taken, ...places]
    const pairs = rects.flatMap((one, index) => rects.slice(index + 1).map((other) => overlaps(one, other)))
    expect(pairs).not.toContain(true)
  })

  it('begin where a new root would be if no place is wanted', () => {
    expect(placeRow(null, 1, [])).toEqual([{ x: 10_000, y: 10_000 }])
  })
})
