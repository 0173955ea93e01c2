import { contours } from 'd3-contour'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** What a selection covers. */
export type Covered = {
  /** The edge as an SVG path, in pixels of the picture; empty where nothing is selected. */
  readonly path: string
  /** The part of the picture that is selected, 0 to 1. */
  readonly share: number
  /** The smallest rectangle around it, in pixels of the picture; null where nothing is selected. */
  readonly box: Rect | null
}

const nothing: Covered = { path: '', share: 0, box: null }

/** The opacity from which a pixel counts as selected: half. */
const threshold = 127.5

/**
 * Follows the edge of a selection.
 * @param alpha The opacity of each pixel of a smaller copy, 0 to 255, row by row.
 * @param size The size of the copy. @param picture The size of the picture.
 */
export function coveredBy(alpha: Uint8ClampedArray, size: PixelSize, picture: PixelSize): Covered {
  const { width, height } = size
  let count = 0
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((alpha[y * width + x] ?? 0) < threshold) continue
      count += 1
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
  if (count === 0) return nothing
  const across = picture.width / width
  const down = picture.height / height
  const { coordinates } = contours().size([width, height]).contour(Array.from(alpha), threshold)
  const point = ([x = 0, y = 0]: readonly number[]) => `${(x * across).toFixed(1)} ${(y * down).toFixed(1)}`
  const path = coordinates
    .flat()
    .map((ring) => `M${ring.map(point).join('L')}Z`)
    .join('')
  return {
    path,
    share: count / (width * height),
    box: { x: left * across, y: top * down, width: (right - left + 1) * across, height: (bottom - top + 1) * down },
  }
}
