import { describe, expect, it } from 'vitest'
import { shareEnd } from './share-expiry.ts'

describe('the expiry of a link', () => {
  const now = Date.UTC(2026, 10, 22, 12)

  it('is this many whole days from now', () => {
    expect(shareEnd('1-day', now)).toBe(Date.UTC(2026, 10, 23, 12))
    expect(shareEnd('7-days', now)).toBe(Date.UTC(2026, 10, 29, 12))
    expect(shareEnd('30-days', now)).toBe(Date.UTC(2026, 11, 22, 12))
  })

  it('is null for a link without an end', () => expect(shareEnd('never', now)).toBeNull())
})
