import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchTerms, searchText } from './search-text.ts'

describe('text as it is compared in a search', () => {
  it.each([
    ['  A  Red\nFOX ', 'a red fox'],
    ['Café Ñandú', 'cafe nandu'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ＦＯＸ ①', 'fox 1'],
    ['ﬁre', 'fire'],
    ['Ёлка', 'елка'],
    ['مَدِينَة', 'مدينة'],
    ['جمـــيل', 'جميل'],
    ['שָׁלוֹם', 'שלום'],
  ])('reads %j as %j', (text, read) => expect(searchText(text)).toBe(read))

  it.each(['がか', '富士山の夜明け', 'हिन्दी', '서울의 밤', 'ภูเขา'])('keeps what makes another word: %s', (text) =>
    expect(searchText(text)).toBe(text),
  )

  it('ignores how the accents were typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchText(text.normalize('NFD'))).toBe(searchText(text.normalize('NFC')))
      }),
    )
  })

  it('is normalized only once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchText(searchText(text))).toBe(searchText(text))
      }),
    )
  })
})

describe('the terms of a query', () => {
  it('are its words, each once', () => expect(searchTerms(' Fox  in a fox ')).toEqual(['fox', 'in', 'a']))
  it('are empty for a blank one', () => expect(searchTerms(' \n')).toEqual([]))
})
