import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completionAt, completionEnd } from './prompt-completion.ts'

const at = (text: string) => completionAt(text, text.length)

describe('completionAt', () => {
  it.each([
    ['/', 'saved-prompt', ''],
    ['a fox\n/fo', 'saved-prompt', 'fo'],
    ['with @', 'reference', ''],
    ['@an', 'reference', 'an'],
    ['(@안나', 'reference', '안나'],
    ['__', 'word-list', ''],
    ['a __li', 'word-list', 'li'],
    ['__light__, __co/war', 'word-list', 'co/war'],
    ['__a_b', 'word-list', 'a_b'],
    ['x__light__ __', 'word-list', ''],
  ])('finds the name in %j', (text, kind, query) => {
    expect(at(text)).toMatchObject({ kind, query })
  })

  it.each([
    ['and/or'],
    ['16/9 '],
    ['ada@example'],
    ['a @anna '],
    ['__light__'],
    ['snake___'],
    [''],
    [`@${'a'.repeat(80)}`],
  ])('finds no name in %j', (text) => {
    expect(at(text)).toBeNull()
  })

  it('reads to the caret alone', () => {
    expect(completionAt('@anna and @bo', 3)).toEqual({ kind: 'reference', start: 0, query: 'an' })
  })

  it.each([
    ['reference', 'a @a|nna in fog', 'a @anna'],
    ['word-list', 'in __li|ght__, still', 'in __light__'],
    ['word-list', 'in __a_|b_c d', 'in __a_b_c'],
    ['saved-prompt', '/fo|g there', '/fo'],
  ] as const)('ends the %s of %j with the whole name', (kind, marked, whole) => {
    const caret = marked.indexOf('|')
    const text = marked.replace('|', '')
    expect(text.slice(0, completionEnd(kind, text, caret))).toBe(whole)
  })

  it('answers for any text and caret with a part of the text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z@/_ \n]{0,200}$/), fc.nat(200), (text, place) => {
        const caret = Math.min(place, text.length)
        const token = completionAt(text, caret)
        if (token) expect(text.slice(token.start, caret).endsWith(token.query)).toBe(true)
      }),
    )
  })
})
