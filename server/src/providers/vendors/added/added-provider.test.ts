import { describe, expect, it } from 'vitest'
import { shortText } from './added-provider.ts'

describe('words that a provider wrote', () => {
  it('are one line without marks of Markdown', () =>
    expect(shortText('**Fast**, see [the docs](https://example.com)\n`now`', 60)).toBe('Fast, see the docs now'))

  it('are cut at the end of a sentence where it can be', () => {
    expect(shortText('Paints quickly. And then some more words follow.', 30)).toBe('Paints quickly.')
    expect(shortText('Paints many pictures of all kinds', 20)).toBe('Paints many picture…')
  })

  it('are cut before they are searched, however long they are', () => {
    expect(shortText('[]('.repeat(1_000_000), 8)).toBe('[]([]([…')
  })

  it('are never cut inside of a character', () => {
    for (const longest of [5, 6, 7]) expect(shortText('fox 🦊 and more', longest).isWellFormed()).toBe(true)
  })
})
