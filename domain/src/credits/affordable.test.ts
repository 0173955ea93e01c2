import { expect, it } from 'vitest'
import { canAfford } from './affordable.ts'

it('a model is affordable when four of its cheapest images are', () => {
  const prices = { '1K': 101, '2K': 101, '4K': 330 }
  expect(canAfford(prices, 404)).toBe(true)
  expect(canAfford(prices, 403)).toBe(false)
  expect(canAfford({ '1K': 0, '2K': 0, '4K': 0 }, 0)).toBe(true)
})
