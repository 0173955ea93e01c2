import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../geometry/rect.ts'
import { sheetColumns, sheetSizes, sheetSlotRect, slotsPerSheet } from './sheet.ts'

describe('a picture in a sheet', () => {
  it('is at the top left of its slot, as large as fits', () => {
    expect(sheetSlotRect(0, 64, { width: 1_024, height: 1_024 })).toEqual({ x: 0, y: 0, width: 64, height: 64 })
    expect(sheetSlotRect(21, 64, { width: 1_248, height: 832 })).toEqual({ x: 64, y: 64, width: 64, height: 43 })
    expect(sheetSlotRect(399, 32, { width: 720, height: 1_280 })).toEqual({ x: 608, y: 608, width: 18, height: 32 })
  })

  it('keeps at least a pixel of the narrowest strip', () =>
    expect(sheetSlotRect(0, 32, { width: 50_000, height: 1 })).toEqual({ x: 0, y: 0, width: 32, height: 1 }))

  it('stays within its slot and the sheet', () => {
    const side = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(
        fc.nat(slotsPerSheet - 1),
        fc.constantFrom(...sheetSizes),
        side,
        side,
        (slot, size, width, height) => {
          const rect = sheetSlotRect(slot, size, { width, height })
          const whole = { x: 0, y: 0, width: sheetColumns * size, height: sheetColumns * size }
          expect(overlaps(rect, whole)).toBe(true)
          expect(Math.max(rect.width, rect.height)).toBe(size)
          expect([rect.x % size, rect.y % size]).toEqual([0, 0])
        },
      ),
    )
  })
})
