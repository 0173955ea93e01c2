import { describe, expect, it } from 'vitest'
import { changeFact, creditsFact } from './credits-fact.ts'

describe('credits as people read them', () => {
  it.each([
    [0, '0.00'],
    [404, '4.04'],
    [125_000, '1,250.00'],
  ])('%d hundredths are %s', (hundredths, text) => expect(creditsFact(hundredths)).toBe(text))

  it.each([
    [25_000, '+250.00'],
    [-404, '−4.04'],
    [0, '0.00'],
  ])('a change by %d hundredths is %s', (hundredths, text) => expect(changeFact(hundredths)).toBe(text))
})
