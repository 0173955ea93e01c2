import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, type Point, type Rect } from '../geometry/rect.ts'
import { cardRect } from '../layout/card.ts'
import { takenSpace } from '../layout/taken-space.ts'
import { placeInPurse } from './place-in-purse.ts'
import { minPurse } from './purse.ts'

const area: Rect = { x: 0, y: 0, width: 2_760, height: 900 }
const rectOf = ({ x, y }: Point) => cardRect({ x, y, isCollapsed: false })
const open = (x: number, y: number) => rectOf({ x, y })
const alone = { wanted: null, parent: null, children: [], taken: [] }
const isIn = (outer: Rect, { x, y, width, height }: Rect) =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height

describe('the place of a new card in a purse', () => {
  it('is the upper left corner where the purse is empty, then the next ones in the order of reading', () => {
    const cards: ReturnType<typeof open>[] = []
    const places = Array.from({ length: 4 }, () => {
      const place = placeInPurse(area, { ...alone, taken: cards })
      if (place) cards.push(open(place.x, place.y))
      return place
    })
    expect(places).toEqual([
      { x: 40, y: 40 },
      { x: 920, y: 40 },
      { x: 1_800, y: 40 },
      { x: 40, y: 460 },
    ])
  })

  it('is the wanted one where that is free, else the free one next to it', () => {
    expect(placeInPurse(area, { ...alone, wanted: { x: 1_000, y: 300 } })).toEqual({ x: 1_000, y: 300 })
    const taken = placeInPurse(area, { ...alone, wanted: { x: 1_000, y: 460 }, taken: [open(1_000, 460)] })
    expect(taken).toEqual({ x: 920, y: 40 })
  })

  it('is to the right of its parent, and at the rim where it is free and nearest', () => {
    const parent = open(40, 40)
    expect(placeInPurse(area, { ...alone, parent, taken: [parent] })).toEqual({ x: 940, y: 40 })
    const last = open(1_900, 40)
    const place = placeInPurse(area, { ...alone, parent: last, taken: [last] })
    expect(place && isIn(area, rectOf(place))).toBe(true)
  })

  it('is found between cards that were moved by hand', () => {
    const narrow = { x: 0, y: 0, width: 900, height: 1_500 }
    // No place of the grid is free; the room between the two is.
    const cards = [open(50, 200), open(50, 1_160)]
    expect(placeInPurse(narrow, { ...alone, taken: cards })).toEqual({ x: 40, y: 580 })
  })

  it('is none where no card fits', () => {
    const small = { x: 0, y: 0, ...minPurse }
    expect(placeInPurse(small, alone)).not.toBeNull()
    expect(placeInPurse(small, { ...alone, taken: [open(300, 200)] })).toBeNull()
  })

  it('lies wholly inside and over nothing else, whatever lies there', () => {
    const coordinate = fc.integer({ min: -900, max: 3_500 })
    const point = fc.record({ x: coordinate, y: coordinate })
    const card = fc.record({ x: coordinate, y: coordinate, isCollapsed: fc.boolean() })
    const notes = fc.array(fc.record({ x: coordinate, y: coordinate, text: fc.string() }), { maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(card, { maxLength: 12 }),
        notes,
        fc.option(point),
        fc.option(point),
        (cards, written, wanted, parent) => {
          const taken = takenSpace(cards, written)
          const place = placeInPurse(area, { wanted, parent, children: [], taken })
          if (!place) return
          expect(isIn(area, rectOf(place))).toBe(true)
          expect(taken.some((other) => overlaps(rectOf(place), other))).toBe(false)
        },
      ),
    )
  })
})
