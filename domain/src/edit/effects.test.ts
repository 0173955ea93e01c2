import { describe, expect, it } from 'vitest'
import { effectIn, effectNames, effectTitle } from './effects.ts'

describe('the effect that a text names', () => {
  it.each([
    ['a pencil drawing', 'pencil'],
    ['Black and White, please', 'black-and-white'],
    ['ukiyo-e in ink, then sepia', 'ink'],
    ['pink and oil', null],
    ['halftones', null],
    ['as a watercolour', null],
    ['', null],
  ])('%o: %s', (text, effect) => expect(effectIn(text)).toBe(effect))

  it('is found by the name that people read', () => {
    for (const name of effectNames) expect(effectIn(effectTitle(name))).toBe(name)
  })
})
