import { describe, expect, it } from 'vitest'
import { isOfRunningPeriod } from './paid-period.ts'

const at = (text: string) => Date.parse(`${text}T12:00:00Z`)

describe('a charge', () => {
  it.each([
    ['2026-12-15', '2027-01-15', true],
    ['2026-12-20', '2027-01-15', true],
    ['2026-12-14', '2027-01-15', false],
    ['2026-09-15', '2027-01-15', false],
    ['2027-01-15', '2027-01-15', false],
    ['2027-02-28', '2027-03-31', true],
    ['2027-02-27', '2027-03-31', false],
  ] as const)('on %s for a month that ends on %s belongs to that month: %s', (charged, end, expected) => {
    expect(isOfRunningPeriod(at(charged), at(end))).toBe(expected)
  })

  it('belongs to no month where none runs', () => expect(isOfRunningPeriod(at('2026-12-15'), null)).toBe(false))
})
