import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxSignInWaitSeconds, signInWaitSeconds } from './sign-in-wait.ts'

describe('the wait after wrong passwords', () => {
  it('is zero for the first few, then doubles up to a quarter of an hour', () => {
    const waits = [0, 1, 4, 5, 6, 7, 8, 13, 14, 40].map((failures) => signInWaitSeconds({ failures, free: 5 }))
    expect(waits).toEqual([0, 0, 0, 2, 4, 8, 16, 512, 900, 900])
  })

  it('never decreases with another wrong one, and never exceeds the longest', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 100 }), (failures, free) => {
        const now = signInWaitSeconds({ failures, free })
        expect(signInWaitSeconds({ failures: failures + 1, free })).toBeGreaterThanOrEqual(now)
        expect(now).toBeLessThanOrEqual(maxSignInWaitSeconds)
      }),
    )
  })
})
