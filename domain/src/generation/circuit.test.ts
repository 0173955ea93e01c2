import { describe, expect, it } from 'vitest'
import { circuitPauseMs, signOfLife } from './circuit.ts'

describe('a provider that is down', () => {
  it('is called until the fifth outage in a row, then left alone for longer and longer, at most ten minutes', () => {
    const seconds = [0, 1, 4, 5, 6, 7, 9, 10, 60].map((outages) => circuitPauseMs(outages) / 1_000)
    expect(seconds).toEqual([0, 0, 0, 30, 60, 120, 480, 600, 600])
  })

  it('is told from one that answers, even with a refusal', () => {
    expect([null, 'refused', 'rate-limited', 'key', 'invalid'].map((failure) => signOfLife(failure as null))).toEqual(
      Array(5).fill('up'),
    )
    expect([signOfLife('provider-down'), signOfLife('time-out')]).toEqual(['down', 'down'])
  })
})
