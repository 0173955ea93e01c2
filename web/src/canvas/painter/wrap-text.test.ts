import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapText } from './wrap-text.ts'

/** A typeface in which every character is one wide. */
const measure = (text: string) => Array.from(text).length
const wrap = (text: string, width = 10) => wrapText(text, width, 2, measure)

describe('the lines of a prompt', () => {
  it('break between words', () => expect(wrap('a red fox in')).toEqual(['a red fox', 'in']))
  it('end in an ellipsis where there are too many', () =>
    expect(wrap('a red fox in the deep snow')).toEqual(['a red fox', 'in the…']))
  it('break inside of a word that is too long', () => expect(wrap('supercalifragil')).toEqual(['supercalif', 'ragil']))
  it('treat line breaks as spaces', () => expect(wrap('a\nred   fox')).toEqual(['a red fox']))
  it('are none for an empty prompt', () => expect(wrap('  ')).toEqual([]))

  it('always fit, and begin as the text does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = wrap(text, width)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        const joined = lines.join('').replaceAll(' ', '').replace(/…$/, '')
        expect(text.replace(/\s+/g, '').startsWith(joined)).toBe(true)
      }),
    )
  })
})
