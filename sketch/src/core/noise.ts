/** Noise lives in small wrapping tiles: a look-up per pixel is what keeps a full picture under half a second. */
import type { Rng } from './random.ts'

export type Tile = { readonly size: number; readonly data: Float32Array }
export type Curve = (x: number) => number

const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

/** Smooth wandering line in about -1..1. */
export function createCurve(rng: Rng, octaves = 3): Curve {
  const values = Array.from({ length: 256 }, () => rng.next() * 2 - 1)
  const single = (x: number): number => {
    const i = Math.floor(x)
    const a = values[i & 255]
    return a + (values[(i + 1) & 255] - a) * ease(x - i)
  }
  return (x) => {
    let sum = 0
    let amp = 1
    let total = 0
    for (let o = 0; o < octaves; o++) {
      sum += amp * single(x * (1 << o) + o * 37.3)
      total += amp
      amp *= 0.5
    }
    return sum / total
  }
}

/** Fractal value noise in about -1..1 that wraps at the tile edge. */
export function createFbmTile(rng: Rng, size: number, cells: number, octaves: number): Tile {
  const data = new Float32Array(size * size)
  let amp = 1
  let total = 0
  for (let o = 0, n = cells; o < octaves; o++, n *= 2) {
    const lattice = Float32Array.from({ length: n * n }, () => rng.next() * 2 - 1)
    const step = n / size
    for (let y = 0; y < size; y++) {
      const fy = y * step
      const iy = Math.floor(fy)
      const ty = ease(fy - iy)
      const row0 = (iy % n) * n
      const row1 = ((iy + 1) % n) * n
      for (let x = 0; x < size; x++) {
        const fx = x * step
        const ix = Math.floor(fx)
        const tx = ease(fx - ix)
        const jx = (ix + 1) % n
        const top = lattice[row0 + ix] + (lattice[row0 + jx] - lattice[row0 + ix]) * tx
        const low = lattice[row1 + ix] + (lattice[row1 + jx] - lattice[row1 + ix]) * tx
        data[y * size + x] += amp * (top + (low - top) * ty)
      }
    }
    total += amp
    amp *= 0.55
  }
  const norm = 1.6 / total
  for (let i = 0; i < data.length; i++) data[i] = Math.max(-1, Math.min(1, data[i] * norm))
  return { size, data }
}

/** Stipple grain 0..1: even white noise, softened to the print's scale so 2K has the same tooth as 1K. */
export function createGrainTile(rng: Rng, size: number, scale: number): Tile {
  const data = new Float32Array(size * size)
  const coarse = Math.max(1, Math.round(size / Math.max(1, scale)))
  const cells = Float32Array.from({ length: coarse * coarse }, () => rng.next())
  for (let y = 0; y < size; y++) {
    const row = Math.min(coarse - 1, Math.floor((y * coarse) / size)) * coarse
    for (let x = 0; x < size; x++) {
      const cell = cells[row + Math.min(coarse - 1, Math.floor((x * coarse) / size))]
      data[y * size + x] = scale > 1.2 ? cell * 0.75 + rng.next() * 0.25 : cell
    }
  }
  return { size, data }
}

/** Bilinear, wrapping. */
export function sampleTile(tile: Tile, x: number, y: number): number {
  const { size, data } = tile
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = x - ix
  const fy = y - iy
  const mask = size - 1
  const x0 = ix & mask
  const x1 = (ix + 1) & mask
  const r0 = (iy & mask) * size
  const r1 = ((iy + 1) & mask) * size
  const top = data[r0 + x0] + (data[r0 + x1] - data[r0 + x0]) * fx
  const low = data[r1 + x0] + (data[r1 + x1] - data[r1 + x0]) * fx
  return top + (low - top) * fy
}

/**
 * A straight run of samples, `count` of them from (x, y) by (dx, dy) each. Where the run moves slowly over the tile only
 * every few samples are looked up and the rest lie on the line between them: most of a picture's noise costs an addition.
 */
export function sampleRow(tile: Tile, out: Float32Array, count: number, run: Run): void {
  const { x, y, dx, dy } = run
  const pace = Math.max(Math.abs(dx), Math.abs(dy))
  const stride = pace > 0.4 ? 1 : pace > 0.2 ? 2 : pace > 0.1 ? 4 : pace > 0.05 ? 8 : 16
  if (stride === 1) {
    for (let i = 0; i < count; i++) out[i] = sampleTile(tile, x + i * dx, y + i * dy)
    return
  }
  let value = sampleTile(tile, x, y)
  for (let i = 0; i < count; i += stride) {
    const next = sampleTile(tile, x + (i + stride) * dx, y + (i + stride) * dy)
    const step = (next - value) / stride
    const end = Math.min(count, i + stride)
    for (let k = i; k < end; k++) {
      out[k] = value
      value += step
    }
    value = next
  }
}

/** Where a run of samples starts and how far it moves per sample, in cells of the tile. */
export type Run = { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }
