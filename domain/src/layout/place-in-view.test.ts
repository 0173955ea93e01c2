import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { cardRect } from './card.ts'
import { placeInView } from './place-in-view.ts'
import { noteSpace, takenSpace } from './taken-space.ts'

const view = { x: 0, y: 0, width: 2_800, height: 1_400 }
const at = (x: number, y: number, isCollapsed = false) => cardRect({ x, y, isCollapsed })

describe('the place of a new card', () => {
  it('is the middle of the view where that is free', () => {
    expect(placeInView(view, [])).toEqual({ x: 1_000, y: 530 })
    expect(placeInView(view, [at(0, 0)])).toEqual({ x: 1_000, y: 530 })
  })

  it('is the free one next to the middle where a card lies there', () => {
    expect(placeInView(view, [at(1_000, 530)])).toEqual({ x: 1_000, y: 110 })
  })

  it('is beside the view where that is full', () => {
    const full = [0, 850, 1_700].flatMap((x) => [0, 390, 780, 1_170].map((y) => at(x, y)))
    const place = placeInView(view, full)
    expect(full.some((card) => overlaps(card, at(place.x, place.y)))).toBe(false)
  })

  it('is the middle of a view that is smaller than a card', () => {
    expect(placeInView({ x: 0, y: 0, width: 400, height: 300 }, [])).toEqual({ x: -200, y: -20 })
  })

  it('keeps clear of a note', () => {
    const note = noteSpace({ x: 1_100, y: 600, text: 'Season is ours.' })
    const { x, y } = placeInView(view, [note])
    expect(overlaps(note, at(x, y))).toBe(false)
    expect({ x, y }).toEqual({ x: 1_000, y: 770 })
  })

  it('never overlaps a card or a note', () => {
    const coordinate = fc.integer({ min: -1_500, max: 3_500 })
    const cards = fc.array(fc.record({ x: coordinate, y: coordinate, isCollapsed: fc.boolean() }), { maxLength: 30 })
    const notes = fc.array(fc.record({ x: coordinate, y: coordinate, text: fc.string() }), { maxLength: 10 })
    fc.assert(
      fc.property(cards, notes, (others, written) => {
        const taken = takenSpace(others, written)
        const { x, y } = placeInView(view, taken)
        expect(taken.some((rect) => overlaps(rect, at(x, y)))).toBe(false)
      }),
    )
  })
})
