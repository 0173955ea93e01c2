import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexOfText, latin1 } from './text-bytes.ts'

describe('a text in bytes', () => {
  it('is found where a search of the decoded text finds it', () => {
    // Few letters, so that most beginnings are false ones.
    const letters = fc.array(fc.constantFrom(60, 97, 98), { maxLength: 40 })
    const texts = fc.array(fc.constantFrom('<', 'a', 'b'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(letters, texts, fc.nat(45), (codes, text, from) => {
        const bytes = Uint8Array.from(codes)
        expect(indexOfText(bytes, text.join(''), from)).toBe(latin1(bytes).indexOf(text.join(''), from))
      }),
    )
  })
})
