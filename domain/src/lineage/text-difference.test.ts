import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/recipes.ts'
import { textDifference } from './text-difference.ts'

/** `-removed-`, `+added+`, and the rest as it is. */
const marked = (before: string, after: string) =>
  textDifference(before, after)
    .map(({ kind, text }) => (kind === 'kept' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('')

describe('the difference of two texts', () => {
  it('compares words, not letters', () =>
    expect(marked('a red fox in the snow', 'a red wolf in deep snow')).toBe('a red -fox-+wolf+ in -the-+deep+ snow'))

  it('keeps equal text in one piece', () => {
    expect(marked('a red fox', 'a red fox')).toBe('a red fox')
    expect(marked('a red fox', 'a red fox, at night')).toBe('a red fox+, at night+')
    expect(marked('', 'a fox')).toBe('+a fox+')
  })

  it('splits scripts without spaces into words', () => {
    expect(marked('雪の中の狐', '雪の中の狼')).toBe('雪の中の-狐-+狼+')
    expect(marked('рыжая лиса', 'белая лиса')).toBe('-рыжая-+белая+ лиса')
  })

  it('joins consecutive changed words into one change', () =>
    expect(marked('one old tin here', 'two new cups here')).toBe('-one old tin-+two new cups+ here'))

  it('contains both texts, character by character', () => {
    const text = fc.oneof(anyText, fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = textDifference(before, after)
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
        expect(pieces.every((piece) => piece.text !== '')).toBe(true)
      }),
    )
  })

  it('of a text and itself is the text alone', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(textDifference(text, text)).toEqual(text === '' ? [] : [{ kind: 'kept', text }])
      }),
    ))

  it('of two long texts without common words ends, as a replacement', () => {
    const [before, after] = ['!'.repeat(4_000), '?'.repeat(4_000)]
    expect(textDifference(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  })
})
