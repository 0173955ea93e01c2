import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/recipes.ts'
import { applyTextDifference } from './apply-text-difference.ts'
import { textDifference, wordsOf } from './text-difference.ts'

/** The change from one text to another, made to a third. */
const changed = (before: string, after: string, other: string) =>
  applyTextDifference(other, textDifference(before, after))

describe('a change of words made to another text', () => {
  it('puts the new words where the old ones stand', () =>
    expect(changed('a red fox in the snow', 'a red fox in the rain', 'two owls in the snow')).toBe(
      'two owls in the rain',
    ))

  it('finds words whatever their case', () =>
    expect(changed('a fox, oil paint', 'a fox, gouache', 'An owl, Oil paint')).toBe('An owl, gouache'))

  it('puts added words beside the neighbours that they had', () => {
    expect(changed('a fox in snow', 'a sleeping fox in snow', 'a bird in rain')).toBe('a sleeping bird in rain')
    expect(changed('a bird in rain', 'a bird in heavy rain', 'the owl, rain')).toBe('the owl, heavy rain')
  })

  it('puts added words at the end where no neighbour is found', () =>
    expect(changed('a fox', 'a fox, at night', 'two owls')).toBe('two owls, at night'))

  it('takes removed words out, and leaves a text alone that does not have them', () => {
    expect(changed('a red fox', 'a fox', 'one red owl')).toBe('one owl')
    expect(changed('a red fox', 'a fox', 'one owl')).toBe('one owl')
  })

  it('gives its own text where it kept nothing', () =>
    expect(changed('a fox', 'Improve quality', 'two owls')).toBe('Improve quality'))

  it('works without spaces between words', () =>
    expect(changed('雪の中の狐', '雨の中の狐', '雪の中の狼')).toBe('雨の中の狼'))

  it('on its own text gives what it gave there', () => {
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

  it('that is none changes nothing', () =>
    fc.assert(
      fc.property(anyText, anyText, (same, other) => {
        expect(changed(same, same, other)).toBe(other)
      }),
    ))
})
