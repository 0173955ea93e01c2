import type { Point, Rect } from '../geometry/rect.ts'
import { maxFrameSide } from './board-item.ts'

/** A corner of an area: 0 is left and top, 1 right and bottom. */
export type Corner = { readonly x: 0 | 1; readonly y: 0 | 1 }

type CornerMove = { readonly by: Point; readonly smallest: Pick<Rect, 'width' | 'height'> }

const within = (side: number, smallest: number) => Math.min(maxFrameSide, Math.max(smallest, side))

/** A frame or ring whose corner was moved by this much; the opposite corner stays. Canvas pixels. */
export function movedCorner({ x, y, width, height }: Rect, corner: Corner, { by, smallest }: CornerMove): Rect {
  const wide = within(width + (corner.x === 1 ? by.x : -by.x), smallest.width)
  const high = within(height + (corner.y === 1 ? by.y : -by.y), smallest.height)
  return {
    x: corner.x === 1 ? x : x + width - wide,
    y: corner.y === 1 ? y : y + height - high,
    width: wide,
    height: high,
  }
}
