import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { cardRect } from './card.ts'
import { placeInView, snapToNeighbors } from './place-in-view.ts'
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

  it('is in the column of a card that it would be off by little', () => {
    expect(placeInView(view, [at(1_100, 40)])).toEqual({ x: 1_100, y: 530 })
    expect(placeInView(view, [at(1_130, 40)])).toEqual({ x: 1_000, y: 530 })
  })

  it('is in the row of a card that it would be off by little', () =>
    expect(placeInView(view, [at(100, 600)])).toEqual({ x: 1_000, y: 600 }))

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

describe('snapToNeighbors', () => {
  it('moves a place to the row and the column of cards around it', () =>
    expect(snapToNeighbors({ x: 1_010, y: 460 }, [at(1_000, 0), at(0, 500)])).toEqual({ x: 1_000, y: 500 }))

  it('leaves a place that is far from every card, and one whose row is taken', () => {
    expect(snapToNeighbors({ x: 9_050, y: 9_050 }, [at(9_000, 0)])).toEqual({ x: 9_050, y: 9_050 })
    expect(snapToNeighbors({ x: 870, y: 90 }, [at(0, 0), at(1_700, 0), at(860, -300)])).toEqual({ x: 860, y: 90 })
  })
})
