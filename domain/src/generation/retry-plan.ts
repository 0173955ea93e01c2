import type { ImageFailure } from '../errors.ts'

/** Temporary failures are retried; permanent ones (a refused prompt, a bad key) are not. */
export const mayPass: Readonly<Record<ImageFailure, boolean>> = {
  refused: false,
  'rate-limited': true,
  key: false,
  'provider-down': true,
  failed: true,
  'time-out': false,
  invalid: false,
}

/**
 * The most calls for a picture. A rate limit ends by itself, and all workers wait for it together, so it is retried
 * longer than an unreachable provider.
 */
const maxTries = (code: ImageFailure) => (code === 'rate-limited' ? 12 : 4)
const firstDelayMs = 1_000
const maxDelayMs = 60_000

export type RetryPlan = { readonly action: 'give-up' } | { readonly action: 'retry'; readonly delayMs: number }

/**
 * @param tries How many calls to the provider have been made, including the failed one.
 * @param retryAfterMs The delay that the provider asked for, or null.
 * @param jitter 0 to 1: spreads retries that failed together.
 */
export function planRetry(failed: {
  code: ImageFailure
  tries: number
  retryAfterMs: number | null
  jitter: number
}): RetryPlan {
  if (!mayPass[failed.code] || failed.tries >= maxTries(failed.code)) return { action: 'give-up' }
  const backOffMs = Math.min(firstDelayMs * 2 ** (failed.tries - 1), maxDelayMs)
  const delayMs = Math.max(backOffMs * (0.75 + failed.jitter / 2), failed.retryAfterMs ?? 0)
  return { action: 'retry', delayMs: Math.round(delayMs) }
}
