/** Builders and measures for the tests of the painter. */
import { createHash } from 'node:crypto'
import type { Raster } from '#sketch/core/surface.ts'
import type { SketchInput } from '#sketch/paint.ts'

export const input = (over: Partial<SketchInput> = {}): SketchInput => ({
  prompt: 'a mountain lake',
  seed: 7,
  orderNum: 0,
  width: 96,
  height: 96,
  ...over,
})

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Mean absolute difference of two pictures' 16 × 16 thumbnails, 0..255. */
export function difference(a: Raster, b: Raster): number {
  const left = thumbnail(a)
  const right = thumbnail(b)
  return left.reduce((sum, v, i) => sum + Math.abs(v - right[i]), 0) / left.length
}

export function thumbnail({ width, height, rgb }: Raster, side = 16): Float64Array {
  const sums = new Float64Array(side * side * 3)
  const counts = new Float64Array(side * side * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (Math.floor((y * side) / height) * side + Math.floor((x * side) / width)) * 3
      for (let c = 0; c < 3; c++) {
        sums[cell + c] += rgb[(y * width + x) * 3 + c]
        counts[cell + c]++
      }
    }
  }
  return sums.map((sum, i) => sum / Math.max(1, counts[i]))
}

export const meanOf = ({ rgb }: Raster): number => rgb.reduce((sum, v) => sum + v, 0) / rgb.length

/** Mean distance between the strongest and the weakest channel, 0..255. */
export function chromaOf({ rgb }: Raster): number {
  let sum = 0
  for (let i = 0; i < rgb.length; i += 3) {
    sum += Math.max(rgb[i], rgb[i + 1], rgb[i + 2]) - Math.min(rgb[i], rgb[i + 1], rgb[i + 2])
  }
  return sum / (rgb.length / 3)
}

/** Mean difference of neighbors: how busy the surface is. */
export function busynessOf({ width, height, rgb }: Raster): number {
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const i = (y * width + x) * 3
      sum += Math.abs(rgb[i] - rgb[i - 3]) + Math.abs(rgb[i + 1] - rgb[i - 2]) + Math.abs(rgb[i + 2] - rgb[i - 1])
    }
  }
  return sum / (width * height)
}

/** A picture made of a function of the pixel. */
export function picture(width: number, height: number, at: (x: number, y: number) => readonly number[]): Raster {
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.set(at(x, y), (y * width + x) * 3)
  return { width, height, rgb }
}
