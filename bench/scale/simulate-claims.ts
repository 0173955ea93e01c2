import { percentile } from '../overhead/round.ts'

/**
 * Claims come at random (Poisson) and take turns at one lock.
 * @returns `busy`: the share of time that the lock is held, more than 1 where the queue grows; waits in milliseconds.
 */
export function simulateClaims(
  { claimsPerSecond, claimMs, seconds }: { claimsPerSecond: number; claimMs: number; seconds: number },
  random: () => number,
): { busy: number; p50: number; p99: number } {
  const waits: number[] = []
  let now = 0
  let freeAt = 0
  while (now < seconds * 1_000) {
    now += (-Math.log(1 - random()) / claimsPerSecond) * 1_000
    waits.push(Math.max(0, freeAt - now))
    // A lock is held now shorter, now longer: between half and one and a half times as long.
    freeAt = Math.max(now, freeAt) + claimMs * (0.5 + random())
  }
  return { busy: (claimsPerSecond * claimMs) / 1_000, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) }
}
