import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paceBetween } from './scroll-pace.ts'

describe('the pace of a list', () => {
  it.each([
    { name: 'half a screen in a second', top: -450, ms: 1_000, pace: 'calm' },
    { name: 'two screens in a second', top: -1_800, ms: 1_000, pace: 'calm' },
    { name: 'four screens a second, seen in one frame', top: -60, ms: 16, pace: 'quick' },
    { name: 'the same backwards', top: 60, ms: 16, pace: 'quick' },
    { name: 'a jump within a moment', top: -9_000, ms: 0, pace: 'quick' },
  ])('is $pace: $name', ({ top, ms, pace }) =>
    expect(paceBetween({ top: 0, atMs: 5_000 }, { top, atMs: 5_000 + ms }, 900)).toBe(pace),
  )

  it('is calm where nothing moves, however long it took', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (top, ms) => {
        expect(paceBetween({ top, atMs: 0 }, { top, atMs: ms }, 900)).toBe('calm')
      }),
    )
  })
})
