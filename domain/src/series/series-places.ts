import type { Point } from '../geometry/rect.ts'
import { avoidOverlap } from '../layout/avoid-overlap.ts'
import {
  type CardPlace,
  cardHeightExpanded,
  cardRect,
  cardWidth,
  horizontalSpacing,
  siblingOffset,
} from '../layout/card.ts'

type Cell = { readonly column: number; readonly row: number }

/**
 * Where the cards of a series lie: 900 from column to column and 450 from row to row, the whole block from `wanted` on, or
 * moved as one to where it lies on no other card.
 */
export function seriesPlaces(cells: readonly Cell[], wanted: Point, cards: readonly CardPlace[]): Point[] {
  const last = (of: keyof Cell) => Math.max(0, ...cells.map((cell) => cell[of]))
  const block = {
    ...wanted,
    width: last('column') * horizontalSpacing + cardWidth,
    height: last('row') * siblingOffset + cardHeightExpanded,
  }
  const { x, y } = avoidOverlap(block, cards.map(cardRect))
  return cells.map(({ column, row }) => ({ x: x + column * horizontalSpacing, y: y + row * siblingOffset }))
}
