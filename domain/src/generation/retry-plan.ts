import type { ImageFailure } from '../errors.ts'

/** What may pass by itself is tried again; what can't (a refused prompt, a bad key) is not. */
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
 * Calls that a picture is worth. A limit passes by itself, and all workers wait for it together, so it takes more patience
 * than a provider that is down.
 */
const mostTries = (code: ImageFailure) => (code === 'rate-limited' ? 12 : 4)
const firstDelayMs = 1_000
const longestDelayMs = 60_000

export type RetryPlan = { readonly action: 'give-up' } | { readonly action: 'retry'; readonly delayMs: number }

/**
 * @param tries How many calls to the provider have been made, the failed one counted.
 * @param retryAfterMs What the provider itself asked for, or null.
 * @param jitter 0 to 1: spreads retries that failed together.
 */
export function planRetry(failed: {
  code: ImageFailure
  tries: number
  retryAfterMs: number | null
  jitter: number
}): RetryPlan {
  if (!mayPass[failed.code] || failed.tries >= mostTries(failed.code)) return { action: 'give-up' }
  const backOffMs = Math.min(firstDelayMs * 2 ** (failed.tries - 1), longestDelayMs)
  const delayMs = Math.max(backOffMs * (0.75 + failed.jitter / 2), failed.retryAfterMs ?? 0)
  return { action: 'retry', delayMs: Math.round(delayMs) }
}
