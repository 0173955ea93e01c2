import type { Point } from '../geometry/rect.ts'
import { horizontalSpacing, siblingOffset } from '../layout/card.ts'

/** The places of the cards of a series, the first at `from`: 900 from column to column and 450 from row to row. */
export const seriesPlaces = (
  cells: readonly { readonly column: number; readonly row: number }[],
  from: Point,
): Point[] =>
  cells.map(({ column, row }) => ({ x: from.x + column * horizontalSpacing, y: from.y + row * siblingOffset }))
