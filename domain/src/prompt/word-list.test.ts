import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWordListName, readListedWord, readWordLines, wordListNameOf, writeWordLines } from './word-list.ts'

describe('isWordListName', () => {
  it.each(['light', 'film-stock', 'hair_color', 'animals/birds', '光', 'नमस्ते', 'אור', '2', '-'])('takes %s', (name) =>
    expect(isWordListName(name)).toBe(true),
  )
  it.each(['', 'two words', 'a__b', '_a', 'a_', '/a', 'a/', 'a.b', '🦊', 'a\n', '__light__', '{a}'])(
    'refuses %j',
    (name) => expect(isWordListName(name)).toBe(false),
  )
})

describe('readListedWord', () => {
  it.each<[string, string, number]>([
    ['dawn', 'dawn', 1],
    ['2::dawn', 'dawn', 2],
    ['0.5:: golden hour ', 'golden hour', 0.5],
    ['.5::dawn', 'dawn', 0.5],
    ['0::dawn', '0::dawn', 1],
    ['1001::dawn', '1001::dawn', 1],
    ['2::', '2::', 1],
    ['x::dawn', 'x::dawn', 1],
    ['__other__ in fog', '__other__ in fog', 1],
  ])('reads %j', (written, text, weight) => expect(readListedWord(written)).toEqual({ text, weight }))
})

describe('readWordLines', () => {
  it('skips comments and blank lines', () => {
    const texts = readWordLines('# Light\r\ndawn\n\n  \n 3::dusk # late\rnoon').map(({ text }) => text)
    expect(texts).toEqual(['dawn', 'dusk # late', 'noon'])
  })
})

describe('writeWordLines', () => {
  it('writes weights that are not 1, and those of words that read as something else', () => {
    const words = [
      { text: 'dawn', weight: 1 },
      { text: 'dusk', weight: 2.5 },
      { text: '2::noon', weight: 1 },
      { text: '# fog', weight: 1 },
      { text: 'rare', weight: 0.000_000_1 },
      { text: 'ten', weight: 10 },
    ]
    expect(writeWordLines(words)).toBe('dawn\n2.5::dusk\n1::2::noon\n1::# fog\n0.000001::rare\n10::ten')
  })

  it('writes what readWordLines reads', () => {
    const special = fc.constantFrom('2::', '#', '.5::', '1::#', '__other__', '0::', 'אור', '🦊', ' ')
    const text = fc
      .array(fc.oneof(special, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 4 })
      .map((parts) =>
        parts
          .join('')
          .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
          .trim(),
      )
      .filter((each) => each !== '')
    const weight = fc.oneof(
      fc.constant(1),
      fc.integer({ min: 1, max: 1_000_000_000 }).map((number) => number / 1e6),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ text, weight })), (words) => {
        expect(readWordLines(writeWordLines(words))).toEqual(words)
      }),
    )
  })
})

describe('wordListNameOf', () => {
  it.each([
    ['light.txt', 'light'],
    ['Film stock (35 mm).txt', 'Film-stock-35-mm'],
    ['hair_color.txt', 'hair_color'],
    ['hair__color', 'hair-color'],
    ['光.txt', '光'],
    ['🦊.txt', ''],
    ['.txt', ''],
  ])('suggests for %j the name %j', (fileName, name) => expect(wordListNameOf(fileName)).toBe(name))
})
