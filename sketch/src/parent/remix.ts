/** Remix: the parent's light and composition, a new palette and a new hand. */
import { blurSheet } from '#sketch/core/blur.ts'
import type { Rgb } from '#sketch/core/color.ts'
import { lightness, mix, toOklch } from '#sketch/core/color.ts'
import type { Sheet } from '#sketch/finish/context.ts'
import { lumaPlane } from '#sketch/finish/context.ts'
import type { Palette } from '#sketch/palette/palette.ts'

/** A ramp from the palette's darkest to its lightest job, so tone order — the composition — survives. */
function ramp(palette: Palette): Rgb[] {
  return [palette.deep, palette.near, palette.far, palette.haze, palette.skyLow, palette.light].sort(
    (a, b) => lightness(a) - lightness(b),
  )
}

export function recolor(s: Sheet, palette: Palette, flatten: number): void {
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  const soft = flatten > 0 ? edgeKeepingBlur(y0, width, height, s.u * 0.006) : y0
  const order = rankTable(soft)
  const stops = ramp(palette)
  const table = Array.from({ length: 256 }, (_, i) => {
    const t = (i / 255) * (stops.length - 1)
    const k = Math.min(stops.length - 2, Math.floor(t))
    return mix(stops[k], stops[k + 1], t - k)
  })
  const warm = toOklch(palette.accent).c > 0.05 ? palette.accent : palette.sun
  const gs = s.grain.size - 1
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    const x = i % width
    const y = (i / width) | 0
    const n = (s.grain.data[(y & gs) * s.grain.size + (x & gs)] - 0.5) * 0.05
    const v = soft[i] * (0.4 + 0.6 * flatten) + y0[i] * (0.6 - 0.6 * flatten)
    const ranked = order[Math.max(0, Math.min(255, Math.round((v + n) * 255)))]
    const base = table[Math.max(0, Math.min(255, Math.round((ranked * 0.5 + v * 0.5 + n) * 255)))]
    const max = Math.max(px[o], px[o + 1], px[o + 2])
    const min = Math.min(px[o], px[o + 1], px[o + 2])
    const chroma = max - min
    // Whatever was warm and strong in the parent becomes the new accent; whatever was green, the new leaf.
    const red = px[o] >= max - 1e-6 && px[o] - px[o + 2] > 0.22 ? Math.min(1, (chroma - 0.22) * 2.6) : 0
    const yellow = red > 0 && px[o + 1] > px[o] * 0.68 ? 1 : 0
    const green = px[o + 1] >= max - 1e-6 ? Math.min(1, Math.max(0, chroma - 0.1) * 3) * 0.7 : 0
    const spot = green > 0 ? palette.leaf : yellow > 0 ? palette.accent2 : warm
    const k = Math.max(red * 0.85, green)
    const lift = (v - 0.5) * 0.35
    for (let c = 0; c < 3; c++) px[o + c] = base[c] + (spot[c] + lift - base[c]) * k
  }
}

/** Equalised tone: a flat parent still fills the whole new palette. */
function rankTable(plane: Float32Array): Float32Array {
  const bins = new Float64Array(256)
  for (let i = 0; i < plane.length; i += 5) bins[Math.max(0, Math.min(255, Math.round(plane[i] * 255)))]++
  const out = new Float32Array(256)
  let sum = 0
  const total = bins.reduce((a, b) => a + b, 0)
  for (let i = 0; i < 256; i++) {
    out[i] = (sum + bins[i] / 2) / total
    sum += bins[i]
  }
  return out
}

/** Guided filter on itself: flattens texture, keeps outlines. */
function edgeKeepingBlur(plane: Float32Array, w: number, h: number, radius: number): Float32Array {
  const mean = blurSheet(plane, w, h, radius)
  const a = new Float32Array(plane.length)
  for (let i = 0; i < plane.length; i++) a[i] = plane[i] * plane[i]
  const squares = blurSheet(a, w, h, radius)
  const b = squares
  for (let i = 0; i < plane.length; i++) {
    const variance = Math.max(0, squares[i] - mean[i] * mean[i])
    a[i] = variance / (variance + 0.004)
    b[i] = mean[i] * (1 - a[i])
  }
  const slope = blurSheet(a, w, h, radius)
  const offset = blurSheet(b, w, h, radius)
  for (let i = 0; i < plane.length; i++) offset[i] += slope[i] * plane[i]
  return offset
}
