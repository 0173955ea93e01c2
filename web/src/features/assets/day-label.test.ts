import { describe, expect, it } from 'vitest'
import { dayLabel, dayOf } from './day-label.ts'

const now = new Date(2026, 10, 1, 9, 30)

describe('the heading of a day', () => {
  it('calls today and yesterday by their names, also over the end of a month', () => {
    expect(dayLabel('2026-11-01', now)).toBe('Today')
    expect(dayLabel('2026-10-31', now)).toBe('Yesterday')
  })
  it('writes every other day out', () => expect(dayLabel('2026-02-03', now)).toBe('3 February 2026'))
  it('is the day in the person’s own time', () =>
    expect(dayOf(new Date(2026, 1, 3, 23, 59).toISOString())).toBe('2026-02-03'))
})
