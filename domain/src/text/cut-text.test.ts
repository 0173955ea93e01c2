import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, shortenText } from './cut-text.ts'

describe('a text that is cut', () => {
  it('keeps whole characters', () => {
    expect(cutText('fox 🦊', 5)).toBe('fox ')
    expect(cutText('fox 🦊', 6)).toBe('fox 🦊')
    expect(shortenText('a fox 🦊 in snow', 8)).toBe('a fox …')
    expect(shortenText('a fox', 5)).toBe('a fox')
  })

  it('is text, and at most one code unit shorter than asked', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, most) => {
        const cut = cutText(text, most)
        expect(cut.isWellFormed()).toBe(true)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1)
      }),
    ))
})
