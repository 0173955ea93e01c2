import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areas } from '../testing/scenes.ts'
import { createCoverGrid } from './cover-grid.ts'

const area = { x: 4_000, y: 4_000, width: 11_000, height: 11_000 }

describe('a snapshot of what cards cover', () => {
  it('answers for every rectangle as the grid does', () => {
    fc.assert(
      fc.property(
        fc.array(areas, { maxLength: 12 }),
        fc.array(areas, { minLength: 1, maxLength: 8 }),
        (cards, parts) => {
          const grid = createCoverGrid(area)
          for (const card of cards) grid.cover(card)
          const isHidden = grid.snapshot()
          for (const part of parts) expect(isHidden(part)).toBe(grid.hides(part))
        },
      ),
    )
  })

  it('does not know of cards that are added later', () => {
    const grid = createCoverGrid(area)
    const before = grid.snapshot()
    grid.cover({ x: 0, y: 0, width: 20_000, height: 20_000 })
    expect([before(area), grid.snapshot()(area)]).toEqual([false, true])
  })
})
