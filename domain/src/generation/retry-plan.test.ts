import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageFailures } from '../errors.ts'
import { planRetry } from './retry-plan.ts'

type Failed = Parameters<typeof planRetry>[0]
const failed = (over: Partial<Failed> = {}): Failed => ({
  code: 'provider-down',
  tries: 1,
  retryAfterMs: null,
  jitter: 0.5,
  ...over,
})

describe('a failed call to a provider', () => {
  it.each([
    ['rate-limited', 'retry'],
    ['provider-down', 'retry'],
    ['failed', 'retry'],
    ['refused', 'give-up'],
    ['key', 'give-up'],
    ['time-out', 'give-up'],
    ['invalid', 'give-up'],
  ] as const)('with the reason %s is: %s', (code, action) => expect(planRetry(failed({ code })).action).toBe(action))

  it('is repeated three times, after 1, 2 and 4 seconds, then given up', () => {
    expect([1, 2, 3, 4, 5].map((tries) => planRetry(failed({ tries })))).toEqual([
      { action: 'retry', delayMs: 1_000 },
      { action: 'retry', delayMs: 2_000 },
      { action: 'retry', delayMs: 4_000 },
      { action: 'give-up' },
      { action: 'give-up' },
    ])
  })

  it('is spread by a quarter to either side', () => {
    expect(planRetry(failed({ jitter: 0 }))).toEqual({ action: 'retry', delayMs: 750 })
    expect(planRetry(failed({ jitter: 1 }))).toEqual({ action: 'retry', delayMs: 1_250 })
  })

  it('waits as long as the provider asks for, never less', () => {
    expect(planRetry(failed({ retryAfterMs: 30_000 }))).toEqual({ action: 'retry', delayMs: 30_000 })
    expect(planRetry(failed({ retryAfterMs: 10 }))).toEqual({ action: 'retry', delayMs: 1_000 })
  })

  it('is retried after a whole number of milliseconds, or given up', () => {
    const anyFailure = fc.record({
      code: fc.constantFrom(...imageFailures),
      tries: fc.integer({ min: 1, max: 10 }),
      retryAfterMs: fc.option(fc.double({ min: 0, max: 1e7, noNaN: true })),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(anyFailure, (failure) => {
        const plan = planRetry(failure)
        expect(plan.action === 'give-up' || (Number.isInteger(plan.delayMs) && plan.delayMs >= 750)).toBe(true)
      }),
    )
  })
})
