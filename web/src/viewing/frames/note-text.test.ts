import { describe, expect, it } from 'vitest'
import { noteTokens } from './note-text.tsx'

describe('noteTokens', () => {
  it('reads the basics of Markdown', () => {
    expect(noteTokens('a **fox**')[0]).toMatchObject({ type: 'paragraph', tokens: [{ raw: 'a ' }, { type: 'strong' }] })
  })

  it.each([
    ['deeper than the stack', '>'.repeat(20_000)],
    ['deep as a note may be', '>'.repeat(2_000)],
    ['long', '[]('.repeat(30_000)],
  ])('leaves a text that is %s as it was typed', (_, text) => {
    const tokens = noteTokens(text)
    expect(tokens.map(({ raw }) => raw).join('')).toBe(text)
  })
})
