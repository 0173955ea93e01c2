import { describe, expect, it } from 'vitest'
import { withWords } from './with-words.ts'

describe('words that are put into a prompt', () => {
  it.each([
    ['', 'inkwash', 'inkwash'],
    ['a fox ', 'inkwash', 'a fox, inkwash'],
    ['a fox,', 'inkwash', 'a fox, inkwash'],
    ['a fox, Inkwash', 'inkwash', 'a fox, Inkwash'],
  ])('%j with %j is %j', (prompt, words, result) => expect(withWords(prompt, words)).toBe(result))
})
