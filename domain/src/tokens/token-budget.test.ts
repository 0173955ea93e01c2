import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowsSpending, budgetStart, leftOfBudget } from './token-budget.ts'

describe('the budget of a token', () => {
  it('counts from the first of the month in UTC, or from the beginning', () => {
    const moment = Date.UTC(2026, 10, 24, 23, 59)
    expect(budgetStart('month', moment)).toBe(Date.UTC(2026, 10, 1))
    expect(budgetStart('month', Date.UTC(2026, 11, 1))).toBe(Date.UTC(2026, 11, 1))
    expect(budgetStart('total', moment)).toBe(0)
    expect(budgetStart(null, moment)).toBe(0)
  })

  it('pays for what is free, also where nothing is left', () => {
    const budget = { most: 100, per: 'total' } as const
    expect(allowsSpending(budget, 500, 0)).toBe(true)
    expect(allowsSpending(budget, 100, 1)).toBe(false)
    expect(leftOfBudget(budget, 500)).toBe(0)
  })

  it('is never passed, whatever is asked for in whatever order', () =>
    fc.assert(
      fc.property(fc.nat(10_000), fc.array(fc.nat(3_000)), (most, prices) => {
        const budget = { most, per: 'total' } as const
        const spent = prices.reduce((sum, price) => (allowsSpending(budget, sum, price) ? sum + price : sum), 0)
        expect(spent).toBeLessThanOrEqual(most)
        expect(leftOfBudget(budget, spent)).toBe(most - spent)
      }),
    ))
})
