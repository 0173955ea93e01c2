import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchedParts } from './matched-parts.ts'

/** The text with brackets around what was found. */
const marked = (text: string, query: string) =>
  matchedParts(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('matchedParts', () => {
  it.each([
    ['Ridge line', 'ri', '[Ri]dge line'],
    ['Four glazes', 'GLAZE four', '[Four] [glaze]s'],
    ['Crème brûlée', 'brulee', 'Crème [brûlée]'],
    ['Straße', 'strasse', '[Straße]'],
    ['Walled garden', '', 'Walled garden'],
    ['', 'a', ''],
  ])('marks in %j what %j finds', (text, query, expected) => expect(marked(text, query)).toBe(expected))

  it('returns parts that together are the text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        expect(
          matchedParts(text, query)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    ))
})
