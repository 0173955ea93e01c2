import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { Scene, SceneCard } from './scene.ts'

/** The visible content of an area. */
export type VisibleCards = {
  /** From the lowest to the topmost. */
  readonly cards: SceneCard[]
  /** Whether the cards cover a part of the area completely. */
  readonly hides: CoverGrid['hides']
}

type Looking = {
  /** The cards that are included; all by default. */
  takesPart?(card: SceneCard): boolean
  /**
   * Is called for each visible card, from the topmost to the lowest.
   * @param hides Whether the cards above it cover a part of the area completely
   */
  onVisible?(card: SceneCard, hides: CoverGrid['hides']): void
}

/** The cards that are at least partly visible in the area. Reads the index, never all cards. */
export function visibleCards(
  scene: Pick<Scene, 'cards' | 'index'>,
  area: Rect,
  { takesPart = () => true, onVisible }: Looking = {},
): VisibleCards {
  const topmostFirst = scene.index
    .query(area)
    .flatMap((id) => scene.cards.get(id) ?? [])
    .filter(takesPart)
    .sort((a, b) => b.order - a.order)
  const grid = createCoverGrid(area)
  const visible = topmostFirst.filter((card) => {
    const rect = cardRect(card)
    if (grid.hides(rect)) return false
    onVisible?.(card, grid.hides)
    grid.cover(rect)
    return true
  })
  return { cards: visible.reverse(), hides: grid.snapshot() }
}

const columns = 64
/** A card's corners are round: what is under them can be seen. */
const cornerRadius = 20

/** The part of an area that is covered by the cards added so far, from the topmost down. */
type CoverGrid = ReturnType<typeof createCoverGrid>

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

  /** The cells of a rectangle, the last ones excluded. */
  const cellsOf = ({ x, y, width, height }: Rect) => ({
    left: clamp(Math.floor((x - area.x) / cellWidth)),
    right: clamp(Math.ceil((x + width - area.x) / cellWidth)),
    top: clamp(Math.floor((y - area.y) / cellHeight)),
    bottom: clamp(Math.ceil((y + height - area.y) / cellHeight)),
  })

  return {
    /** Adds an opaque card. */
    cover({ x, y, width, height }: Rect) {
      coverWhole(x + cornerRadius, y, x + width - cornerRadius, y + height)
      coverWhole(x, y + cornerRadius, x + width, y + height - cornerRadius)
    },

    /** Whether the rectangle's part of the area is fully covered. */
    hides(rect: Rect): boolean {
      const { left, right, top, bottom } = cellsOf(rect)
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) if (cells[row * columns + column] === 0) return false
      return true
    },

    /** As `hides`, of the cards added until now, in the same short time for every rectangle: for hundreds of questions. */
    snapshot(): (rect: Rect) => boolean {
      const side = columns + 1
      // Of all cells above and to the left of a corner, those that are covered.
      const sums = new Uint16Array(side * side)
      const sumAt = (row: number, column: number) => sums[row * side + column] ?? 0
      for (let row = 0; row < columns; row++) {
        let inRow = 0
        for (let column = 0; column < columns; column++) {
          inRow += cells[row * columns + column] ?? 0
          sums[(row + 1) * side + column + 1] = sumAt(row, column + 1) + inRow
        }
      }
      return (rect) => {
        const { left, right, top, bottom } = cellsOf(rect)
        if (left >= right || top >= bottom) return true
        const covered = sumAt(bottom, right) - sumAt(top, right) - sumAt(bottom, left) + sumAt(top, left)
        return covered === (right - left) * (bottom - top)
      }
    },
  }
}
