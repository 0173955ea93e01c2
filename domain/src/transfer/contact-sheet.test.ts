import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layContactSheet, sheetPage } from './contact-sheet.ts'

describe('layContactSheet', () => {
  it('fills rows, then pages', () => {
    const cells = layContactSheet(30, { columns: 4, captionHeight: 24, hasTitle: true })
    expect(cells.filter(({ page }) => page === 0)).toHaveLength(16)
    expect(cells.filter(({ page }) => page === 1)).toHaveLength(14)
    expect(cells[5]?.picture.x).toBe(cells[1]?.picture.x)
  })

  it('keeps every picture and its words on the page, and apart from the others', () => {
    const settings = fc.record({
      columns: fc.integer({ min: 1, max: 8 }),
      captionHeight: fc.constantFrom(0, 24, 60),
      hasTitle: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), settings, (count, asked) => {
        const cells = layContactSheet(count, asked)
        const places = cells.map(({ page, picture }) => [page, picture.x, picture.y].join())
        expect(new Set(places).size).toBe(count)
        expect(
          cells.every(
            ({ picture, words }) =>
              picture.x >= 0 &&
              picture.x + picture.width <= sheetPage.width &&
              words.y + words.height <= sheetPage.height,
          ),
        ).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
