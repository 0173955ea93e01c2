import fc from 'fast-check'
import { lexer, type Token, type Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { escapeNote, noteWords } from './note-words.ts'

/** The text of a note as it reads, and the types of its tokens but those of plain text. */
function read(text: string): { readonly text: string; readonly marks: readonly string[] } {
  const marks: string[] = []
  const textOf = (tokens: readonly Token[]): string =>
    tokens
      .map((token) => {
        const { type, tokens: inner, raw } = token as Tokens.Generic
        if (!['text', 'escape', 'paragraph', 'space', 'br'].includes(type)) marks.push(type)
        if (type === 'escape') return (token as Tokens.Escape).text
        if (type === 'space') return '\n'
        return inner ? textOf(inner) : raw
      })
      .join('')
  return { text: textOf(lexer(text, { gfm: true, breaks: true })), marks }
}
const linesOf = (text: string) =>
  text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const tricky = [
  '[Your session ended](https://evil.test/login)',
  'https://evil.test http://a.test ftp://a.test HTTPS://A.test',
  'www.evil.test WWW.evil.test mailto:a@b.test a@b.test',
  '<https://evil.test> <a href="https://evil.test">here</a>',
  '![a](https://evil.test/x.png)',
  '[a]: https://evil.test\n[a]',
  '# A heading\n## Two',
  'A heading\n===\nand\n---',
  '**bold** *em* __bold__ _em_ ~~gone~~ `code`',
  '- a\n* b\n+ c\n1. d\n2) e',
  '> quoted\n\n    code\n```\nfence\n```\n~~~\n~~~',
  'a | b\n--- | ---\n1 | 2',
  'a\n:-- | --:\n| c |',
  '\\[a](https://evil.test) \\\\',
  'a\\\nb  \nc',
  '&lt;b&gt; &#42;a&#42;',
]

describe('escapeNote', () => {
  it.each(tricky)('makes %j read the same, without marks', (text) => {
    const { text: words, marks } = read(escapeNote(text))
    expect(marks).toEqual([])
    expect(linesOf(words)).toEqual(linesOf(text))
    expect(noteWords(escapeNote(text)).map((line) => line.trim())).toEqual(linesOf(text))
  })

  it('leaves a plain description', () => {
    const text = "A fox's tail (red, 2.5 m), half-hidden: snow & light!\n\nA second paragraph."
    expect(escapeNote(text)).toBe(text)
  })

  it('makes any text read the same, without marks', () => {
    const pieces = ['a', ' ', '\n', '\t', '1', '.', ')', '(', 'https:', '//', 'www', '@', '"', "'", '&', '/', 'é']
    const unit = fc.constantFrom(...pieces, ...'\\`*_~[]<>#+-=:!|$^{};,?%')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const { text: words, marks } = read(escapeNote(text))
        expect(marks).toEqual([])
        expect(linesOf(words)).toEqual(linesOf(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('noteWords', () => {
  it('leaves marks out, and keeps lists and what is escaped', () =>
    expect(noteWords('# A **fox**\n\n- [here](https://a.test)\n\\- \\*no\\*')).toEqual(['A fox', '• here', '- *no*']))
})
