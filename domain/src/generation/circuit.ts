import type { ImageFailure } from '../errors.ts'

/** Outages in a row after which a provider is left alone for a while. */
export const outagesThatOpen = 5
const firstPauseMs = 30_000
const longestPauseMs = 10 * 60_000

/** What the end of a call says of the provider: that it is up (it answered, even if with a refusal), or that it is down. */
export function signOfLife(failure: ImageFailure | null): 'up' | 'down' {
  return failure === 'provider-down' || failure === 'time-out' ? 'down' : 'up'
}

/**
 * How long a provider is not called after so many outages in a row, in milliseconds: not at all before the fifth, then 30
 * seconds, doubled by each further one, at most ten minutes. After the pause one call tries it again.
 */
export function circuitPauseMs(outages: number): number {
  if (outages < outagesThatOpen) return 0
  return Math.min(firstPauseMs * 2 ** (outages - outagesThatOpen), longestPauseMs)
}
