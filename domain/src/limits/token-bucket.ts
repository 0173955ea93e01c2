/** The tokens that were left, and when that was computed, in milliseconds. */
export type TokenBucket = { readonly tokens: number; readonly atMs: number }

/** The rate of the refill, and the capacity. */
export type BucketRate = { readonly perSecond: number; readonly burst: number }

/** The bucket afterwards, and how long to wait where it was empty; 0 where a token was taken. */
export type TokenRequest = { readonly bucket: TokenBucket; readonly waitMs: number }

/** Takes one token. A missing bucket counts as full. A clock that goes back adds nothing. */
export function takeToken(
  before: TokenBucket | undefined,
  nowMs: number,
  { perSecond, burst }: BucketRate,
): TokenRequest {
  const passedMs = before ? Math.max(0, nowMs - before.atMs) : 0
  const tokens = before ? Math.min(burst, before.tokens + (passedMs * perSecond) / 1_000) : burst
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, atMs: nowMs }, waitMs: 0 }
  return { bucket: { tokens, atMs: nowMs }, waitMs: ((1 - tokens) / perSecond) * 1_000 }
}
