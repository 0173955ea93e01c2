import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../board/board-item.ts'
import { frameAround, inReadingOrder, itemsIn, liesIn, noteRect } from './frame-content.ts'

const frame = (id: string, x: number, y: number, size = 1_000): Frame => ({
  id,
  title: id,
  x,
  y,
  width: size,
  height: size,
})
const note = (id: string, x: number, y: number) => ({ id, text: id, x, y })
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('the content of a frame', () => {
  it('is what has its center in it', () => {
    const outer = frame('outer', 0, 0)
    expect(liesIn(outer, { x: 590, y: 0, width: 800, height: 340 })).toBe(true)
    expect(liesIn(outer, { x: 610, y: 0, width: 800, height: 340 })).toBe(false)
    const notes = [note('inside', 10, 10), note('beside', 990, 10)]
    expect(idsOf(itemsIn(outer, { frames: [], notes }).notes)).toEqual(['inside'])
  })

  it('includes smaller frames, and neither itself nor a larger one around it', () => {
    const [outer, inner, huge] = [frame('outer', 0, 0), frame('inner', 100, 100, 200), frame('huge', -500, -500, 2_000)]
    const frames = [outer, inner, huge]
    expect(idsOf(itemsIn(outer, { frames, notes: [] }).frames)).toEqual(['inner'])
    expect(idsOf(itemsIn(huge, { frames, notes: [] }).frames)).toEqual(['outer', 'inner'])
  })

  it('is in the frame that is fitted to it', () => {
    const rect = fc.record({ x: fc.integer(), y: fc.integer(), width: fc.constant(800), height: fc.constant(340) })
    fc.assert(
      fc.property(fc.array(rect, { minLength: 1 }), (rects) => {
        const around = frameAround(rects)
        expect(rects.every((each) => around && liesIn(around, each))).toBe(true)
      }),
    )
    expect(frameAround([])).toBeNull()
  })
})

describe('the reading order', () => {
  it('goes by rows from the top, and from the left in each', () => {
    const places = [frame('d', 0, 1_200), frame('b', 1_100, -40), frame('a', 0, 0), frame('c', 2_200, 300)]
    expect(idsOf(inReadingOrder(places))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('has each item once', () => {
    const items = fc.uniqueArray(fc.record({ id: fc.nat().map(String), x: fc.nat(5_000), y: fc.nat(5_000) }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(items, (list) => {
        const ordered = inReadingOrder(list.map((item) => ({ ...item, ...noteRect(item) })))
        expect(idsOf(ordered).sort()).toEqual(idsOf(list).sort())
      }),
    )
  })
})
