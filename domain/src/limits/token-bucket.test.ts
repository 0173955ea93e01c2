import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TokenBucket, takeToken } from './token-bucket.ts'

const rate = { perSecond: 2, burst: 3 }

/** The waits of requests at these times. */
function waits(times: readonly number[]): number[] {
  let bucket: TokenBucket | undefined
  return times.map((now) => {
    const taken = takeToken(bucket, now, rate)
    bucket = taken.bucket
    return taken.waitMs
  })
}

describe('a token bucket', () => {
  it('allows a burst, then as much as is refilled', () =>
    expect(waits([0, 0, 0, 0, 250, 500, 1_000, 1_500])).toEqual([0, 0, 0, 500, 250, 0, 0, 0]))

  it('holds no more than a burst', () => expect(waits([0, 0, 0, 99_000, 99_000, 99_000, 99_000]).at(-1)).toBe(500))

  it('is not refilled by a clock that goes back', () => expect(waits([1_000, 1_000, 1_000, 0]).at(-1)).toBe(500))

  it('never allows more than the burst and the refill', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 200 }), (gaps) => {
        let now = 0
        const times = gaps.map((gap) => {
          now += gap % 400
          return now
        })
        const passed = waits(times).filter((wait) => wait === 0).length
        const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
        expect(passed).toBeLessThanOrEqual(rate.burst + Math.ceil((spanMs * rate.perSecond) / 1_000))
      }),
    )
  })
})
