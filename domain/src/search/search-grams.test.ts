import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keysOfTerms, keysOfText } from './search-grams.ts'
import { searchTerms, searchText } from './search-text.ts'

const isFound = (text: string, query: string, owner = 'ada') => {
  const keys = new Set(keysOfText('ada', searchText(text)))
  return keysOfTerms(owner, searchTerms(query)).every((key) => keys.has(key))
}

describe('the search keys of a text', () => {
  it.each([
    ['a red fox in the snow', 'FOX'],
    ['a red fox in the snow', 'no ed'],
    ['a red fox in the snow', 'x'],
    ['富士山の夜明け', '夜'],
    ['富士山の夜明け', '富士'],
    ['富士山の夜明け', '山の夜明'],
    ['مدينة قديمة عند الغروب', 'قديم'],
    ['서울의 밤', '밤'],
    ['🦊🌲', '🦊🌲'],
  ])('of %j find it from %j', (text, query) => expect(isFound(text, query)).toBe(true))

  it.each([
    ['a red fox', 'wolf'],
    ['a red fox', 'redfox'],
    ['富士山', '川'],
  ])('of %j do not find it from %j', (text, query) => expect(isFound(text, query)).toBe(false))

  it('do not match another user’s search', () => expect(isFound('a red fox', 'fox', 'bob')).toBe(false))

  it('find it from every part of it', () => {
    const sentence = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(), (text, one, other) => {
        const characters = [...searchText(text)]
        const [start, end] = [one, other].map((at) => at % (characters.length + 1)).sort((a, b) => a - b)
        expect(isFound(text, characters.slice(start, end).join(''))).toBe(true)
      }),
    )
  })

  it('are 32 bits each', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const key of keysOfText('ada', text)) expect(key).toBe(key | 0)
      }),
    )
  })
})
