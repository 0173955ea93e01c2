import { describe, expect, it } from 'vitest'
import { noteSpace, takenSpace } from './taken-space.ts'

describe('the space of a note', () => {
  it('is as wide as every note, and at least as high as one of a line', () =>
    expect(noteSpace({ x: 5, y: 6, text: 'Ours' })).toEqual({ x: 5, y: 6, width: 480, height: 120 }))

  it('grows with lines, with long ones and with empty ones between paragraphs', () => {
    const heightOf = (text: string) => noteSpace({ x: 0, y: 0, text }).height
    expect(heightOf('one\ntwo\nthree')).toBe(56 + 3 * 38 + 2 * 14)
    expect(heightOf('x'.repeat(100))).toBe(56 + 4 * 38)
    expect(heightOf('one\n\ntwo')).toBe(56 + 2 * 38 + 2 * 14)
  })
})

describe('what no new card is placed on', () => {
  it('is cards, and then notes', () =>
    expect(takenSpace([{ x: 0, y: 0, isCollapsed: true }], [{ x: 900, y: 0, text: 'Ours' }])).toEqual([
      { x: 0, y: 0, width: 800, height: 140 },
      { x: 900, y: 0, width: 480, height: 120 },
    ]))
})
