/** Media that are mostly a matter of tone: noir, ink, pastel, anime, photograph. */
import { blurSheet } from '#sketch/core/blur.ts'
import type { Rgb } from '#sketch/core/color.ts'
import { sampleRow, sampleTile } from '#sketch/core/noise.ts'
import type { Sheet } from './context.ts'
import { luma, lumaPlane } from './context.ts'

const curve = (v: number, hard: number): number => {
  const t = Math.max(0, Math.min(1, v))
  return t + (t * t * (3 - 2 * t) - t) * hard
}

export function noir(s: Sheet): void {
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  const glow = blurSheet(y0, width, height, s.u * 0.02)
  const gs = s.grain.size - 1
  const cold: Rgb = [0.045, 0.05, 0.065]
  const warm: Rgb = [0.965, 0.955, 0.93]
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    const x = i % width
    const y = (i / width) | 0
    const n = s.grain.data[(y & gs) * s.grain.size + (x & gs)] - 0.5
    const local = y0[i] + (y0[i] - glow[i]) * 0.55
    const v = curve(curve((local - 0.2) * 1.08, 0.8), 0.6) * 0.94 + n * 0.085 + Math.max(0, glow[i] - 0.62) * 0.25
    for (let c = 0; c < 3; c++) px[o + c] = cold[c] + (warm[c] - cold[c]) * Math.max(0, Math.min(1, v))
  }
}

/** Sumi ink: five tones of gray on rice paper; the one strong color stays as a seal-red. */
export function sumi(s: Sheet): void {
  const { px, width } = s.surface
  const paper: Rgb = [0.955, 0.935, 0.885]
  const ink: Rgb = [0.085, 0.09, 0.115]
  const seal: Rgb = [0.76, 0.2, 0.14]
  const slow = new Float32Array(width)
  const quick = new Float32Array(width)
  for (let i = 0, o = 0; o < px.length; i++, o += 3) {
    const x = i % width
    const y = (i / width) | 0
    if (x === 0) {
      sampleRow(s.mottle, slow, width, { x: 0, y: (y / s.u) * 120, dx: 120 / s.u, dy: 0 })
      sampleRow(s.mottle, quick, width, { x: 0, y: (y / s.u) * 500, dx: 500 / s.u, dy: 0 })
    }
    const m = slow[x] * 0.6 + quick[x] * 0.4
    const l = luma(px, o)
    const red = Math.max(0, Math.min(1, (px[o] - Math.max(px[o + 1], px[o + 2])) * 3.2 - 0.85))
    const v = Math.max(0, Math.min(1, curve((l - 0.16) * 1.38, 0.55) + m * 0.1 * (1 - l)))
    for (let c = 0; c < 3; c++) {
      const grey = ink[c] + (paper[c] - ink[c]) * v
      px[o + c] = grey + (seal[c] - grey) * red
    }
  }
}

/** Chalk catches only the high tooth; what it misses is tinted paper. */
export function chalk(s: Sheet): void {
  const { px, width } = s.surface
  const gs = s.grain.size - 1
  for (let i = 0, o = 0; o < px.length; i++, o += 3) {
    const x = i % width
    const y = (i / width) | 0
    const n = s.grain.data[(y & gs) * s.grain.size + (x & gs)]
    const tooth =
      n * 0.6 + (sampleTile(s.mottle, (x / s.u) * 700 + y * 0.02, (y / s.u) * 240 - x * 0.02) * 0.5 + 0.5) * 0.55
    const miss = tooth > 0.78 ? Math.min(1, (tooth - 0.78) * 5) * 0.5 : 0
    const grey = luma(px, o)
    for (let c = 0; c < 3; c++) {
      const soft = (grey + (px[o + c] - grey) * 0.92) * 0.8 + 0.2
      px[o + c] = soft + (s.palette.paper[c] - soft) * miss
    }
  }
}

/** Bloom: light spills out of the bright parts. */
export function bloom(s: Sheet, amount: number, saturation: number): void {
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  for (let i = 0; i < y0.length; i++) y0[i] = Math.max(0, y0[i] - 0.66) * 2.4
  const glow = blurSheet(y0, width, height, s.u * 0.03)
  const { sun } = s.palette
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    const grey = luma(px, o)
    for (let c = 0; c < 3; c++) {
      const v = grey + (px[o + c] - grey) * saturation
      px[o + c] = 1 - (1 - v) * (1 - Math.min(0.9, glow[i] * amount * (0.55 + 0.45 * sun[c])))
    }
  }
}

/** Cel animation: clear air, blue shadows, sunlit lights, no paper. */
export function cel(s: Sheet): void {
  const { px } = s.surface
  for (let o = 0; o < px.length; o += 3) {
    const l = Math.max(0, Math.min(1, luma(px, o)))
    const dark = 1 - l
    px[o] = curve(px[o] * (1 - 0.1 * dark) + 0.03 * l, 0.35)
    px[o + 1] = curve(px[o + 1] * 1.02 + 0.015, 0.3)
    px[o + 2] = curve(px[o + 2] + 0.09 * dark + 0.02, 0.25)
  }
}

/** Film: soft shoulders, cool shadows, warm lights, lively grain. */
export function film(s: Sheet): void {
  const { px, width } = s.surface
  const gs = s.grain.size - 1
  for (let i = 0, o = 0; o < px.length; i++, o += 3) {
    const x = i % width
    const y = (i / width) | 0
    const n = (s.grain.data[(y & gs) * s.grain.size + (x & gs)] - 0.5) * 0.085
    const l = luma(px, o)
    const cool = (1 - l) * 0.035
    px[o] = curve(px[o] * 0.95 + l * 0.06 - 0.01, 0.75) + n
    px[o + 1] = curve(px[o + 1] * 0.95 + 0.01 + cool * 0.4, 0.75) + n
    px[o + 2] = curve(px[o + 2] * 0.88 + 0.02 + cool * 1.8, 0.7) + n
  }
}
