import { describe, expect, it } from 'vitest'
import { dollarsOfPrice, priceOfDollars } from './dollars.ts'

describe('priceOfDollars', () => {
  it.each([
    [0.035, 105],
    [0.06, 180],
    [0.0336, 101],
    [0.1134, 341],
    [0.00001, 1],
    [0, 0],
  ])('rounds the credits of $%d up to %i hundredths', (usd, price) => expect(priceOfDollars(usd)).toBe(price))

  it('is worth at least its cost', () => {
    for (let cents = 1; cents < 300; cents++)
      expect(dollarsOfPrice(priceOfDollars(cents / 700))).toBeGreaterThanOrEqual(cents / 700 - 1e-9)
  })
})
