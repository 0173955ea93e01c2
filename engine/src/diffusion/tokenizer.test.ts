import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTokenizer, tokenCount } from './tokenizer.ts'

const file = join(mkdtempSync(join(tmpdir(), 'espalier-tokenizer-')), 'merges.txt')
const merges = ['l i', 'li g', 'h t</w>', 'lig ht</w>', 'c a', 'ca t</w>']
writeFileSync(file, ['#version: 0.2', ...merges, ''].join('\n'))
const tokenizer = createTokenizer(file)

/** The numbers of CLIP: '!' is 0, so letters are 33 below their code, and 256 more at the end of a word. */
const inside = (character: string) => character.charCodeAt(0) - 33
const atEnd = (character: string) => inside(character) + 256
const merged = (pair: string) => 512 + merges.indexOf(pair)
const start = 512 + merges.length
const end = start + 1

const wordsOf = (text: string) => {
  const { ids } = tokenizer.encode(text, 'end')
  return ids.slice(1, ids.indexOf(end))
}

describe('the tokenizer of CLIP', () => {
  it('joins pieces by the order of the merges', () => {
    expect(wordsOf('light')).toEqual([merged('lig ht</w>')])
    expect(wordsOf('lights')).toEqual([merged('li g'), inside('h'), inside('t'), atEnd('s')])
    expect(wordsOf('cat')).toEqual([merged('ca t</w>')])
  })

  it('reads lower case, single digits, contractions and runs of signs as words', () => {
    expect(wordsOf('  CAT,\n')).toEqual([merged('ca t</w>'), atEnd(',')])
    expect(wordsOf('12')).toEqual([atEnd('1'), atEnd('2')])
    expect(wordsOf("cat's")).toEqual([merged('ca t</w>'), inside("'"), atEnd('s')])
    expect(wordsOf('!?')).toEqual([inside('!'), atEnd('?')])
  })

  it('writes other scripts as the bytes of UTF-8', () => {
    // é is C3 A9, which stand for themselves, behind the 94 printable ones of ASCII.
    expect(wordsOf('é')).toEqual([94 + (0xc3 - 0xae) + 12, 94 + (0xa9 - 0xa1) + 256])
    expect(wordsOf('狐')).toHaveLength(3)
  })

  it('begins with the start and is filled with ends, or with zeros', () => {
    const { ids, leftOut } = tokenizer.encode('cat', 'end')
    expect(ids).toEqual([start, merged('ca t</w>'), ...Array.from({ length: tokenCount - 2 }, () => end)])
    expect(leftOut).toBe(0)
    expect(tokenizer.encode('cat', 'zero').ids.slice(2, 5)).toEqual([end, 0, 0])
  })

  it('leaves out whole words at the end of a long prompt, and counts them', () => {
    const { ids, leftOut } = tokenizer.encode(Array.from({ length: 80 }, () => 'cat').join(' '), 'end')
    expect(ids).toHaveLength(tokenCount)
    expect(ids.at(-1)).toBe(end)
    expect(leftOut).toBe(5)
  })

  it('keeps the beginning of text without spaces, and takes no time for what has no room', () => {
    const { ids, leftOut } = tokenizer.encode('狐'.repeat(100_000), 'end')
    expect(ids.slice(1, -1)).toEqual(Array.from({ length: 25 }, () => wordsOf('狐a').slice(0, 3)).flat())
    expect(leftOut).toBe(1)
  })

  it('refuses a file that is no list of merges', () => {
    const other = join(file, '..', 'vocab.json')
    writeFileSync(other, '{"!": 0, "a": 1}')
    expect(() => createTokenizer(other)).toThrow(
      'vocab.json is not a list of merges of a tokenizer. Install the model again.',
    )
  })
})
