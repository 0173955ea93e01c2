import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaForCards, leftInPurse, liesInPurse, minPurse, partLeft, refusalOfPurse } from './purse.ts'

const amount = fc.integer({ min: 0, max: 100_000 })

describe('a purse', () => {
  it('pays exactly what is left of it', () => {
    const funds = { most: 1_000, spent: 600, state: 'open' } as const
    expect(refusalOfPurse(funds, 400)).toBeNull()
    expect(refusalOfPurse(funds, 401)).toBe('empty')
    expect(leftInPurse(funds)).toBe(400)
    expect(partLeft(funds)).toBe(0.4)
  })

  it('pays for what is free, also when it was lowered below what it has spent', () => {
    const funds = { most: 100, spent: 600, state: 'open' } as const
    expect(refusalOfPurse(funds, 0)).toBeNull()
    expect(refusalOfPurse(funds, 1)).toBe('empty')
    expect([leftInPurse(funds), partLeft(funds)]).toEqual([0, 0])
    expect(partLeft({ most: 0, spent: 0 })).toBe(0)
  })

  it.each(['paused', 'ended'] as const)('pays for nothing while it is %s', (state) => {
    expect(refusalOfPurse({ most: 1_000, spent: 0, state }, 0)).toBe(state)
  })

  it('is never passed, whatever is asked for one after the other', () =>
    fc.assert(
      fc.property(amount, fc.array(amount), (most, prices) => {
        let spent = 0
        for (const price of prices) if (refusalOfPurse({ most, spent, state: 'open' }, price) === null) spent += price
        expect(spent).toBeLessThanOrEqual(most)
      }),
    ))
})

describe('the area of a purse', () => {
  const area = { x: 0, y: 0, width: 2_000, height: 1_000 }

  it('holds what has its center in it', () => {
    expect(liesInPurse(area, { x: -399, y: 0, width: 800, height: 340 })).toBe(true)
    expect(liesInPurse(area, { x: -401, y: 0, width: 800, height: 340 })).toBe(false)
  })

  it('is widened around its middle until a card fits', () => {
    expect(areaForCards({ x: 100, y: 100, width: 100, height: 2_000 })).toEqual({
      x: -300,
      y: 100,
      width: minPurse.width,
      height: 2_000,
    })
    expect(areaForCards(area)).toEqual(area)
  })
})
