import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pauseAfter } from './webhook-event.ts'

const tries = (random: number) => {
  const pauses: number[] = []
  for (let pause = pauseAfter(1, random); pause !== null; pause = pauseAfter(pauses.length + 1, random))
    pauses.push(pause)
  return pauses
}

describe('the tries of a delivery', () => {
  it('begin after seconds and end after two days', () => {
    const pauses = tries(0.5)
    expect(pauses[0]).toBe(5)
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600).toBeCloseTo(47.6, 1)
  })

  it('wait longer each time, by a fifth more or less', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const pauses = tries(random)
        expect(pauses).toHaveLength(8)
        expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
        for (const [place, pause] of pauses.entries())
          expect(Math.abs(pause / (tries(0.5)[place] ?? 0) - 1)).toBeLessThanOrEqual(0.21)
      }),
    )
  })
})
