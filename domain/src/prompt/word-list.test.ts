import { describe, expect, it } from 'vitest'
import { isWordListName, readListedWord, readWordLines } from './word-list.ts'

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
