import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.UTC(2026, 10, 21, 12)
const read = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now)

describe('the delay that a reply asks for', () => {
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    [{ 'retry-after': '86400' }, 900_000],
  ])('is read from %j as %i ms', (headers, ms) => expect(read(headers as Record<string, string>)).toBe(ms))

  it.each([
    [{}],
    [{ 'retry-after': 'soon' }],
    [{ 'retry-after': 'Sat, 21 Nov 2026 11:59:30 GMT' }],
    [{ 'retry-after': '-3' }],
  ])('is null for %j', (headers) => expect(read(headers as Record<string, string>)).toBeNull())
})
