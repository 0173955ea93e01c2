import type { Area } from './tiles.ts'

type Size = { readonly width: number; readonly height: number }

/** Holes are looked for in cells of so many pixels: what lies nearer is one hole. */
const cell = 32
/** Holes whose common frame is no larger than this are filled at once: a net sees twice as much. */
const together = 256

const united = (a: Area, b: Area): Area => {
  const left = Math.min(a.left, b.left)
  const top = Math.min(a.top, b.top)
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  }
}

/** The frame of the marked pixels, of each cell with some. */
function markedCells(mask: Uint8Array, { width, height }: Size): ReadonlyMap<number, Area> {
  const across = Math.ceil(width / cell)
  const cells = new Map<number, Area>()
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (mask[y * width + x] === 0) continue
      const place = Math.floor(y / cell) * across + Math.floor(x / cell)
      const pixel = { left: x, top: y, width: 1, height: 1 }
      const known = cells.get(place)
      cells.set(place, known ? united(known, pixel) : pixel)
    }
  return cells
}

/** The frames of the holes of a mask: what is marked (above 0) and touches, or is close together. From the top. */
export function holesOf(mask: Uint8Array, size: Size): readonly Area[] {
  const across = Math.ceil(size.width / cell)
  const cells = new Map(markedCells(mask, size))
  const holes: Area[] = []
  for (const [start, area] of cells) {
    cells.delete(start)
    let hole = area
    const open = [start]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const column = place % across
      for (const dy of [-across, 0, across])
        for (const dx of [-1, 0, 1]) {
          if (column + dx < 0 || column + dx >= across) continue
          const next = cells.get(place + dy + dx)
          if (!next) continue
          cells.delete(place + dy + dx)
          hole = united(hole, next)
          open.push(place + dy + dx)
        }
    }
    const near = holes.findIndex((each) => {
      const { width, height } = united(each, hole)
      return Math.max(width, height) <= together
    })
    const other = holes[near]
    if (other) holes[near] = united(other, hole)
    else holes.push(hole)
  }
  return holes
}

/**
 * The part of a picture that a net is shown to fill a hole: a square twice as large as the hole, at least `least` pixels, inside of the
 * picture; less where the picture is smaller.
 */
export function surroundingsOf(hole: Area, size: Size, least: number): Area {
  const side = Math.max(least, 2 * Math.max(hole.width, hole.height))
  const [width, height] = [Math.min(side, size.width), Math.min(side, size.height)]
  const begin = (at: number, extent: number, shown: number, whole: number) =>
    Math.max(0, Math.min(whole - shown, Math.round(at + extent / 2 - shown / 2)))
  return {
    left: begin(hole.left, hole.width, width, size.width),
    top: begin(hole.top, hole.height, height, size.height),
    width,
    height,
  }
}
