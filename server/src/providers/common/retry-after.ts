/** The longest delay that is accepted from a vendor. */
const defaultMaxMs = 15 * 60_000

/**
 * The delay that a reply asks for, in milliseconds: by `retry-after-ms`, or by `retry-after` in seconds or as a date (RFC 9110,
 * 10.2.3), up to a limit. @returns null where it has none, or an invalid one.
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: number, maxMs = defaultMaxMs): number | null {
  const bounded = (ms: number) => (Number.isFinite(ms) && ms >= 0 ? Math.min(Math.round(ms), maxMs) : null)
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact)) return bounded(exact)
  const header = headers.get('retry-after')
  if (header === null) return null
  const seconds = Number(header)
  return bounded(Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now)
}
