import type { Rect } from '#domain/geometry/rect.ts'

const columns = 64
/** A card's corners are round: what is under them can be seen. */
const cornerRadius = 20

/** Which part of an area is covered by the cards added so far, from the topmost down. */
export type CoverGrid = ReturnType<typeof createCoverGrid>

/** Creates a grid of 64 × 64 cells over an area. It may report a hidden card as visible, never the other way round. */
export function createCoverGrid(area: Rect) {
  const cells = new Uint8Array(columns * columns)
  const cellWidth = area.width / columns
  const cellHeight = area.height / columns

  const clamp = (value: number) => Math.min(columns, Math.max(0, value))

  const coverWhole = (left: number, top: number, right: number, bottom: number) => {
    const firstColumn = clamp(Math.ceil((left - area.x) / cellWidth))
    const lastColumn = clamp(Math.floor((right - area.x) / cellWidth))
    const lastRow = clamp(Math.floor((bottom - area.y) / cellHeight))
    for (let row = clamp(Math.ceil((top - area.y) / cellHeight)); row < lastRow; row++)
      if (firstColumn < lastColumn) cells.fill(1, row * columns + firstColumn, row * columns + lastColumn)
  }

  return {
    /** Adds an opaque card. */
    cover({ x, y, width, height }: Rect) {
      coverWhole(x + cornerRadius, y, x + width - cornerRadius, y + height)
      coverWhole(x, y + cornerRadius, x + width, y + height - cornerRadius)
    },

    /** Whether the rectangle's part of the area is fully covered. */
    hides({ x, y, width, height }: Rect): boolean {
      const firstColumn = clamp(Math.floor((x - area.x) / cellWidth))
      const lastColumn = clamp(Math.ceil((x + width - area.x) / cellWidth))
      const lastRow = clamp(Math.ceil((y + height - area.y) / cellHeight))
      for (let row = clamp(Math.floor((y - area.y) / cellHeight)); row < lastRow; row++)
        for (let column = firstColumn; column < lastColumn; column++)
          if (cells[row * columns + column] === 0) return false
      return true
    },
  }
}
