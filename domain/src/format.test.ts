import { describe, expect, it } from 'vitest'
import { agoText, formatCredits, formatCreditsChange, formatDate, formatPrice, formatSeed } from './format.ts'

describe('formatSeed', () => {
  it.each([
    [83_140_227, '83 140 227'],
    [7, '7'],
  ])('writes %d in groups of three digits: %s', (seed, text) => expect(formatSeed(seed)).toBe(text))
})

describe('formatPrice', () => {
  it('writes hundredths of a credit with two digits', () => expect(formatPrice(404)).toBe('4.04'))
})

describe('formatDate', () => {
  it('writes the day of a time zone', () => expect(formatDate('2026-12-01T00:00Z', 'UTC')).toBe('1 December 2026'))
})

describe('formatCredits', () => {
  it.each([
    [0, '0.00'],
    [404, '4.04'],
    [125_000, '1,250.00'],
  ])('writes %d hundredths as %s', (hundredths, text) => expect(formatCredits(hundredths)).toBe(text))
})

describe('formatCreditsChange', () => {
  it.each([
    [25_000, '+250.00'],
    [-404, '−4.04'],
    [0, '0.00'],
  ])('writes a change by %d hundredths as %s', (hundredths, text) => expect(formatCreditsChange(hundredths)).toBe(text))
})

describe('agoText', () => {
  it('names minutes, hours and days', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z')
    const ago = (minutes: number) => agoText(new Date(now - minutes * 60_000).toISOString(), now)
    expect([0, 12, 90, 60 * 72].map(ago)).toEqual(['just now', '12 min ago', '1 h ago', '3 days ago'])
  })
})
