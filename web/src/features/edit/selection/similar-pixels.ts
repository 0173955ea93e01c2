import { contours } from 'd3-contour'
import type { Point } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** RGBA, row by row. */
export type SeenPixels = PixelSize & { readonly data: Uint8ClampedArray }

export type Similarity = {
  /** The pixel whose color counts. */
  readonly at: Point
  /** The distance that each channel may have from it, 0 to 255. */
  readonly tolerance: number
  /** Only what hangs together with the pixel, or all of the picture. */
  readonly reach: 'connected' | 'everywhere'
}

/** The pixels that look like one of them, as the magic wand of every image editor finds them: 1 where they do. */
export function similarPixels({ data, width, height }: SeenPixels, { at, tolerance, reach }: Similarity): Uint8Array {
  const found = new Uint8Array(width * height)
  const clamped = (value: number, most: number) => Math.min(most, Math.max(0, Math.floor(value)))
  const seed = clamped(at.y, height - 1) * width + clamped(at.x, width - 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(seed * 4, seed * 4 + 4)
  const isNear = (pixel: number, channel: number, value: number) =>
    Math.abs((data[pixel * 4 + channel] ?? 0) - value) <= tolerance
  const isLike = (pixel: number) =>
    isNear(pixel, 0, red) && isNear(pixel, 1, green) && isNear(pixel, 2, blue) && isNear(pixel, 3, alpha)
  if (reach === 'everywhere') {
    for (let pixel = 0; pixel < found.length; pixel++) found[pixel] = Number(isLike(pixel))
    return found
  }
  // Each pixel is put on the pile at most once.
  const pile = new Int32Array(width * height)
  let open = 0
  const take = (pixel: number) => {
    if (found[pixel] === 1 || !isLike(pixel)) return
    found[pixel] = 1
    pile[open++] = pixel
  }
  take(seed)
  while (open > 0) {
    const pixel = pile[--open] ?? 0
    const x = pixel % width
    if (x > 0) take(pixel - 1)
    if (x < width - 1) take(pixel + 1)
    if (pixel >= width) take(pixel - width)
    if (pixel < found.length - width) take(pixel + width)
  }
  return found
}

/** More rings than this are specks of noise; the largest are kept. */
const maxRings = 400
/** The distance that a line may have from the edge that it follows, in pixels of the copy. */
const straightness = 0.6

type Corner = readonly [number, number]

const area = (ring: readonly Corner[]) =>
  Math.abs(ring.reduce((sum, [x, y], at) => sum + x * (ring[at - 1]?.[1] ?? y) - y * (ring[at - 1]?.[0] ?? x), 0)) / 2

/** Leaves out the corners that a line passes near enough (Douglas and Peucker, 1973). */
function straightened(ring: readonly Corner[]): readonly Corner[] {
  const kept = new Uint8Array(ring.length)
  kept[0] = 1
  kept[ring.length - 1] = 1
  // The first and the last corner are the same: a ring is two lines, to the corner in the middle and back.
  const middle = Math.floor(ring.length / 2)
  kept[middle] = 1
  const parts = [
    [0, middle],
    [middle, ring.length - 1],
  ]
  while (parts.length > 0) {
    const [from = 0, to = 0] = parts.pop() ?? []
    const [ax, ay] = ring[from] ?? [0, 0]
    const [bx, by] = ring[to] ?? [0, 0]
    const length = Math.hypot(bx - ax, by - ay)
    let farthest = 0
    let place = -1
    for (let at = from + 1; at < to; at++) {
      const [x, y] = ring[at] ?? [0, 0]
      const off =
        length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
      if (off > farthest) {
        farthest = off
        place = at
      }
    }
    if (farthest <= straightness) continue
    kept[place] = 1
    parts.push([from, place], [place, to])
  }
  return ring.filter((_, at) => kept[at] === 1)
}

/**
 * The edge of what is selected in a smaller copy, as rings in pixels of the picture: x and y, one after the other. A ring in a ring
 * is a hole.
 */
export function ringsAround(selected: Uint8Array, copy: PixelSize, picture: PixelSize): number[][] {
  const across = picture.width / copy.width
  const down = picture.height / copy.height
  const { coordinates } = contours().size([copy.width, copy.height]).smooth(false).contour(Array.from(selected), 0.5)
  return coordinates
    .flat()
    .map((ring) => ring as unknown as readonly Corner[])
    .filter((ring) => ring.length >= 4)
    .toSorted((a, b) => area(b) - area(a))
    .slice(0, maxRings)
    .map((ring) => straightened(ring).flatMap(([x, y]) => [Math.round(x * across), Math.round(y * down)]))
}
