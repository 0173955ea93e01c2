import type { Rect } from '../geometry/rect.ts'

/** Gray pixels of a part of a picture, row by row: a mask (0 or 255), or the weight of a change (0 to 255). */
export type GreyPixels = { readonly box: Rect; readonly data: Uint8Array }

export type MaskEdge = {
  /** Pixels by which the white grows, in a circle around every white pixel; below 0 it shrinks. */
  readonly grow: number
  /** Pixels over which the change fades out beyond that. */
  readonly feather: number
}

/**
 * The reach of a change beyond the white, in pixels: a part of the picture must have so much around it. One that shrinks needs the
 * black beside it.
 */
export const reachOf = ({ grow, feather }: MaskEdge): number =>
  grow < 0 ? Math.max(1, grow + feather) : grow + feather

/**
 * The share of the change that a pixel takes, 0 to 255, by its distance from the nearest white pixel of the mask: all of it within `grow`,
 * none from `grow + feather` on, and in between along an S (3t² - 2t³), which has no visible edge at either end.
 */
export function weightAt(distance: number, { grow, feather }: MaskEdge): number {
  if (distance <= grow) return 255
  if (distance >= grow + feather) return 0
  const t = 1 - (distance - grow) / feather
  return Math.round(255 * t * t * (3 - 2 * t))
}

const at = (values: Uint8Array | Uint16Array | Int32Array | Float64Array, index: number) => values[index] as number

/**
 * The weights of a mask that is grown and feathered, by exact Euclidean distances (Meijster, Roerdink and Hesselink, 2000): two
 * passes over the pixels, whatever the reach.
 * @param mask White is 128 and more. Pixels beyond its box count as black.
 * @returns For the same box: it must reach `reachOf` beyond the white, as `grownBox` does, or to the edge of the picture, at which
 *   nothing shrinks.
 */
export function maskWeights({ box, data }: GreyPixels, edge: MaskEdge): GreyPixels {
  const { width, height } = box
  if (edge.grow < 0) {
    const black = maskWeights({ box, data: data.map(inverse) }, { grow: -edge.grow, feather: 0 })
    return maskWeights({ box, data: black.data.map(inverse) }, { grow: 0, feather: edge.feather })
  }
  const weights = new Uint8Array(width * height)
  if (edge.grow + edge.feather === 0) {
    for (let index = 0; index < data.length; index++) weights[index] = at(data, index) >= 128 ? 255 : 0
    return { box, data: weights }
  }
  const far = Math.ceil(edge.grow + edge.feather) + 1
  const down = columnDistances(data, { width, height, far })
  const table = squaredWeights(edge, far)
  const row = createRowPass(width)
  for (let y = 0; y < height; y++) {
    const offset = y * width
    row(down.subarray(offset, offset + width), (x, squared) => {
      weights[offset + x] = squared < table.length ? at(table, squared) : 0
    })
  }
  return { box, data: weights }
}

const inverse = (grey: number) => (grey >= 128 ? 0 : 255)

/** The weight by the square of a distance, which is a whole number. */
function squaredWeights(edge: MaskEdge, far: number): Uint8Array {
  const table = new Uint8Array(far * far)
  for (let squared = 0; squared < table.length; squared++) table[squared] = weightAt(Math.sqrt(squared), edge)
  return table
}

/** The distance of each pixel from the nearest white one of its column; `far` where that is as far or farther. */
function columnDistances(
  mask: Uint8Array,
  { width, height, far }: { readonly width: number; readonly height: number; readonly far: number },
): Uint16Array {
  const down = new Uint16Array(width * height)
  for (let x = 0; x < width; x++) down[x] = at(mask, x) >= 128 ? 0 : far
  for (let index = width; index < down.length; index++)
    down[index] = at(mask, index) >= 128 ? 0 : Math.min(far, at(down, index - width) + 1)
  for (let index = down.length - width - 1; index >= 0; index--)
    down[index] = Math.min(at(down, index), at(down, index + width) + 1)
  return down
}

/** The second pass: the lower envelope of the parabolas that the distances in the columns of one row open. */
function createRowPass(width: number) {
  const roots = new Int32Array(width)
  const starts = new Int32Array(width)
  return (down: Uint16Array, found: (x: number, squared: number) => void): void => {
    const squared = (x: number, root: number) => (x - root) ** 2 + at(down, root) ** 2
    /** The first place at which the parabola of `right` is below that of `left`. */
    const crossing = (left: number, right: number) =>
      Math.floor((right ** 2 - left ** 2 + at(down, right) ** 2 - at(down, left) ** 2) / (2 * (right - left))) + 1
    let last = 0
    roots[0] = 0
    starts[0] = 0
    for (let x = 1; x < width; x++) {
      while (last >= 0 && squared(at(starts, last), at(roots, last)) > squared(at(starts, last), x)) last--
      if (last < 0) {
        last = 0
        roots[0] = x
        continue
      }
      const start = crossing(at(roots, last), x)
      if (start >= width) continue
      last++
      roots[last] = x
      starts[last] = start
    }
    for (let x = width - 1; x >= 0; x--) {
      found(x, squared(x, at(roots, last)))
      if (x === at(starts, last)) last--
    }
  }
}
