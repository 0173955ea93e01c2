import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendPhrase } from './append-phrase.ts'

describe('an appended phrase', () => {
  it('is alone in an empty prompt', () => {
    expect(appendPhrase('', 'a red sun')).toBe('a red sun')
    expect(appendPhrase(' \n ', 'a red sun')).toBe('a red sun')
  })

  it('follows after a comma', () => expect(appendPhrase('Pine ridges', 'a red sun')).toBe('Pine ridges, a red sun'))

  it('follows after one comma where the prompt already ends in one', () =>
    expect(appendPhrase('Pine ridges, ', 'a red sun')).toBe('Pine ridges, a red sun'))

  it('is always the end of the prompt, and never leaves two commas', () =>
    assert(
      property(string(), (prompt) => {
        const both = appendPhrase(prompt, 'a red sun')
        expect(both.endsWith('a red sun')).toBe(true)
        expect(both).not.toMatch(/,\s*, a red sun$/u)
      }),
    ))
})
