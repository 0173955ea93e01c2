import type { Point } from './rect.ts'

const bits = 15
/** Cells on one side of the curve's square. */
const side = 2 ** bits
/** Canvas pixels of a cell: finer than a card, and the square spans four million of them. */
const cellSide = 128

const clamp = (value: number) => Math.min(side - 1, Math.max(0, value))

/**
 * The index of a point of the canvas on a Hilbert curve: points with close indexes are close to each other. Points
 * beyond two million pixels from the curve's center count as on its edge.
 */
export function hilbertIndex({ x, y }: Point): number {
  let column = clamp(Math.floor(x / cellSide) + side / 2)
  let row = clamp(Math.floor(y / cellSide) + side / 2)
  let index = 0
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = (column & half) > 0 ? 1 : 0
    const below = (row & half) > 0 ? 1 : 0
    index += half * half * ((3 * right) ^ below)
    // The quarter is rotated so that the curve enters and leaves it next to its neighbors.
    if (below === 0) {
      if (right === 1) {
        column = side - 1 - column
        row = side - 1 - row
      }
      ;[column, row] = [row, column]
    }
  }
  return index
}
