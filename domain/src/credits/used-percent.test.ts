import { describe, expect, it } from 'vitest'
import { usedPercent } from './used-percent.ts'

describe('the used part of an allowance', () => {
  it('is a whole percentage', () => {
    expect(usedPercent({ granted: 2_000, remaining: 2_000 })).toBe(0)
    expect(usedPercent({ granted: 2_000, remaining: 1_500 })).toBe(25)
    expect(usedPercent({ granted: 2_000, remaining: 0 })).toBe(100)
  })

  it('is zero without an allowance', () => {
    expect(usedPercent(null)).toBe(0)
    expect(usedPercent({ granted: 0, remaining: 0 })).toBe(0)
  })
})
