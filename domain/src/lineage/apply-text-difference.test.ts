import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/recipes.ts'
import { applyTextDifference } from './apply-text-difference.ts'
import { textDifference, wordsOf } from './text-difference.ts'

/** Applies the change from one text to another to a third. */
const changed = (before: string, after: string, other: string) =>
  applyTextDifference(other, textDifference(before, after))

describe('a change of words applied to another text', () => {
  it('replaces the old words by the new ones', () =>
    expect(changed('a red fox in the snow', 'a red fox in the rain', 'two owls in the snow')).toBe(
      'two owls in the rain',
    ))

  it('finds words in any case', () =>
    expect(changed('a fox, oil paint', 'a fox, gouache', 'An owl, Oil paint')).toBe('An owl, gouache'))

  it('inserts added words beside their former neighbors', () => {
    expect(changed('a fox in snow', 'a sleeping fox in snow', 'a bird in rain')).toBe('a sleeping bird in rain')
    expect(changed('a bird in rain', 'a bird in heavy rain', 'the owl, rain')).toBe('the owl, heavy rain')
  })

  it('appends added words where no neighbor is found', () =>
    expect(changed('a fox', 'a fox, at night', 'two owls')).toBe('two owls, at night'))

  it('removes removed words, and leaves a text without them unchanged', () => {
    expect(changed('a red fox', 'a fox', 'one red owl')).toBe('one owl')
    expect(changed('a red fox', 'a fox', 'one owl')).toBe('one owl')
  })

  it('returns its own text where it kept nothing', () =>
    expect(changed('a fox', 'Improve quality', 'two owls')).toBe('Improve quality'))

  it('works without spaces between words', () =>
    expect(changed('雪の中の狐', '雨の中の狐', '雪の中の狼')).toBe('雨の中の狼'))

  it('gives the same result on its own original', () => {
    const text = fc.oneof(anyText, fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(changed(before, after, before)).toBe(after)
      }),
    )
  })

  it('keeps every word that it does not remove', () =>
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, after, other) => {
        const pieces = textDifference(before, after)
        fc.pre(pieces.some(({ kind, text }) => kind === 'kept' && text.trim() !== ''))
        const removed = pieces.filter(({ kind }) => kind === 'removed').map(({ text }) => text.toLowerCase())
        const result = applyTextDifference(other, pieces)
        for (const word of wordsOf(other).filter((each) => /[\p{L}\p{N}]/u.test(each)))
          if (!removed.some((text) => text.includes(word.toLowerCase()))) expect(result).toContain(word)
      }),
    ))

  it('without differences changes nothing', () =>
    fc.assert(
      fc.property(anyText, anyText, (same, other) => {
        expect(changed(same, same, other)).toBe(other)
      }),
    ))
})
