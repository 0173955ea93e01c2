import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { waitBeforeAsking } from './shared-board.ts'

describe('polling a link', () => {
  it('happens every five seconds, with a back-off while there is no answer', () =>
    expect([0, 1, 2, 3, 4].map(waitBeforeAsking)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000]))

  it('never waits for longer than a minute', () =>
    fc.assert(fc.property(fc.nat(), (failures) => waitBeforeAsking(failures) <= 60_000)))
})
