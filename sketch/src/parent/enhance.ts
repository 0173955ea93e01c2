/** Enhance: the same picture, better printed. Clarity, richer light, fine grain; nothing moves. */
import { blurSheet } from '#sketch/core/blur.ts'
import { sampleTile } from '#sketch/core/noise.ts'
import type { Sheet } from '#sketch/finish/context.ts'
import { lumaPlane } from '#sketch/finish/context.ts'
import { toneVariant } from './variant.ts'

export function enhance(s: Sheet, turn: number): void {
  const amount = [1, 0.9, 1.1, 1.3][turn & 3]
  toneVariant(s, turn)
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  const fine = blurSheet(y0, width, height, s.u * 0.0022)
  const wide = blurSheet(y0, width, height, s.u * 0.035)
  const bright = Float32Array.from(y0, (v) => Math.max(0, v - 0.62) * 2.2)
  const glow = blurSheet(bright, width, height, s.u * 0.045)
  const [low, high] = range(y0)
  const stretch = 1 / Math.max(0.35, high - low)
  const gs = s.grain.size - 1
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    const x = i % width
    const y = (i / width) | 0
    const n = s.grain.data[(y & gs) * s.grain.size + (x & gs)] - 0.5
    const fibre = sampleTile(s.mottle, (x / s.u) * 520, (y / s.u) * 520)
    const v = y0[i]
    const detail = (v - fine[i]) * 1.25 + (v - wide[i]) * 0.34
    const levelled = (v - low) * stretch
    const curved = levelled + (levelled * levelled * (3 - 2 * levelled) - levelled) * 0.32
    const target = v + (curved - v) * 0.55 * amount + detail * amount + (n * 0.026 + fibre * 0.012) * amount
    const gain = target / Math.max(0.02, v)
    const color = 1 + 0.2 * amount * (1 - Math.abs(2 * v - 1))
    for (let c = 0; c < 3; c++) {
      const toned = v + (px[o + c] - v) * color
      const lit =
        toned * Math.min(1.7, Math.max(0.35, gain)) + (c === 0 ? 0.012 : c === 2 ? -0.008 : 0.002) * (v - 0.4) * amount
      px[o + c] = Math.max(0, 1 - (1 - Math.min(1, lit)) * (1 - Math.min(0.6, glow[i] * 0.17 * amount)))
    }
  }
}

function range(plane: Float32Array): [number, number] {
  const bins = new Uint32Array(256)
  for (let i = 0; i < plane.length; i += 7) bins[Math.max(0, Math.min(255, Math.round(plane[i] * 255)))]++
  const total = Math.ceil(plane.length / 7)
  let sum = 0
  let low = 0
  let high = 255
  for (let i = 0; i < 256; i++) {
    sum += bins[i]
    if (sum < total * 0.01) low = i
    if (sum < total * 0.99) high = i
  }
  return [low / 255, Math.max(high, low + 40) / 255]
}
