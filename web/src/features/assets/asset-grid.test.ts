import { describe, expect, it } from 'vitest'
import { dayLabel, dayOf, neighbourOf } from './asset-grid.tsx'
import { layOutAssets } from './asset-layout.ts'

const now = new Date(2026, 10, 1, 9, 30)

describe('the heading of a day', () => {
  it('names today and yesterday, also over the end of a month', () => {
    expect(dayLabel('2026-11-01', now)).toBe('Today')
    expect(dayLabel('2026-10-31', now)).toBe('Yesterday')
  })
  it('is the full date of every other day', () => expect(dayLabel('2026-02-03', now)).toBe('3 February 2026'))
  it('is in the user’s time zone', () => expect(dayOf(new Date(2026, 1, 3, 23, 59).toISOString())).toBe('2026-02-03'))
})

/** Six squares: four in the first row, two in the second. */
const { rows } = layOutAssets(
  Array.from({ length: 6 }, (_, index) => ({ id: String(index), width: 1, height: 1, day: '2026-11-21' })),
  { width: 960, rowHeight: 232, gap: 8 },
)

describe('the arrow keys among the assets', () => {
  it('move sideways through the list, over the end of a row', () => {
    expect(neighbourOf(rows, 3, 'ArrowRight')).toBe(4)
    expect(neighbourOf(rows, 4, 'ArrowLeft')).toBe(3)
  })
  it('move to the nearest image in the row above or below', () => {
    expect(neighbourOf(rows, 1, 'ArrowDown')).toBe(5)
    expect(neighbourOf(rows, 3, 'ArrowDown')).toBe(5)
    expect(neighbourOf(rows, 4, 'ArrowUp')).toBe(0)
  })
  it('stop at the edges', () => {
    expect(neighbourOf(rows, 0, 'ArrowLeft')).toBeNull()
    expect(neighbourOf(rows, 5, 'ArrowRight')).toBeNull()
    expect(neighbourOf(rows, 0, 'ArrowUp')).toBeNull()
    expect(neighbourOf(rows, 5, 'ArrowDown')).toBeNull()
  })
  it('are the only keys that move', () => expect(neighbourOf(rows, 1, 'Enter')).toBeNull())
})
