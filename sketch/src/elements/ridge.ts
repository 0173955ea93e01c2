/** Ridges are height lines; light falls on them by slope, carried down the face along wandering gullies. */
import type { Rgb } from '#sketch/core/color.ts'
import { createCurve, sampleRow } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Rng } from '#sketch/core/random.ts'

export type RidgeLine = Float32Array
export type Peak = { readonly x: number; readonly height: number; readonly width: number }

export type RidgeShape = {
  /** Foot of the ridge in pixels. */
  readonly base: number
  /** Rolling height in pixels, before any peaks. */
  readonly roll: number
  readonly period: number
  readonly rough?: number
  readonly peaks?: readonly Peak[]
}

export function ridgeLine(p: Painter, rng: Rng, shape: RidgeShape): RidgeLine {
  const roll = createCurve(rng, 2)
  const fine = createCurve(rng, 4)
  const start = rng.next() * 100
  const line = new Float32Array(p.w + 1)
  const rough = shape.rough ?? 0
  for (let x = 0; x <= p.w; x++) {
    let top = (roll(start + x / shape.period) * 0.5 + 0.5) * shape.roll
    for (const peak of shape.peaks ?? []) {
      const d = Math.abs(x - peak.x - fine(x / (peak.width * 0.5)) * peak.width * 0.07) / peak.width
      if (d < 1) top = Math.max(top, peak.height * (1 - d) ** 1.25 * (0.88 + 0.12 * (1 - d)) + top * d)
    }
    line[x] = shape.base - top - fine(start + x / (p.u * 0.06)) * rough * (0.35 + top / (p.h * 0.3))
  }
  return line
}

export type RidgeLook = {
  readonly color: Rgb
  readonly lit: Rgb
  readonly dark: Rgb
  readonly haze: Rgb
  /** Pixel heights between which the ridge dissolves into haze. */
  readonly hazeFrom: number
  readonly hazeTo: number
  readonly hazeMax?: number
  /** Where something opaque will cover the ridge anyway: the next ridge's line, or a row such as a waterline. */
  readonly until?: RidgeLine | number | undefined
  /** 0: plain silhouette; 1: fully modelled. */
  readonly facet: number
  readonly snow?: { readonly line: number; readonly lit: Rgb; readonly dark: Rgb } | undefined
}

/** Paints everything below `line` down to `look.until` (or the foot of the sheet). */
export function paintRidge(p: Painter, line: RidgeLine, look: RidgeLook): void {
  const { surface, grain, mottle, media, u, w } = p
  const slope = slopes(line, Math.max(2, Math.round(u * 0.011)))
  p.fills++
  const gs = grain.size - 1
  const ox = (p.fills * 47) % 256
  const fine = 900 / u
  const coarse = 260 / u
  const tooth = media.grain * 0.55
  const edgeSoft = media.name === 'poster' || media.name === 'cutpaper' ? 9 : 3.2
  const flat = 1 - media.flat * 0.5
  const { px } = surface
  const data = grain.data
  const { color, lit, dark, haze, snow } = look
  const fogScale = 1 / (look.hazeTo - look.hazeFrom)
  const fogMax = look.hazeMax ?? 0.9
  const fogTooth = 0.28 * media.grain
  const { first, last, floor } = extent(p, line, look.until)
  const crags = new Float32Array(w)
  const gullies = new Float32Array(w)
  for (let y = first; y < last; y++) {
    const grainRow = (y & gs) * grain.size
    const fogRow = (y - look.hazeFrom) * fogScale
    sampleRow(mottle, crags, w, { x: y * coarse * 0.5, y: y * coarse * 0.9 + ox, dx: coarse * 1.3, dy: 0 })
    if (look.facet > 0) sampleRow(mottle, gullies, w, { x: ox, y: y * fine * 0.3, dx: fine * 0.36, dy: 0 })
    let o = y * w * 3
    for (let x = 0; x < w; x++, o += 3) {
      const top = line[x]
      if (y + 1 <= top || y > floor[x]) continue
      const cover = y >= top ? 1 : y + 1 - top
      const d = (y - top) / u
      const n = data[grainRow + (x & gs)] - 0.5
      let r = color[0]
      let g = color[1]
      let b = color[2]
      const crag = crags[x]
      if (look.facet > 0) {
        const gully = gullies[x]
        const at = x + (gully * 0.45 + crag * 0.55) * u * Math.min(0.2, 0.012 + d * 0.95)
        const s =
          slope[at <= 0 ? 0 : at >= w ? w : (at + 0.5) | 0] * p.lightSide * 1.5 +
          gully * 0.55 * Math.min(1, d * 9) +
          crag * 0.3
        let v = (s + n * tooth * 0.9) * edgeSoft * 0.5
        v = v < -1 ? -1 : v > 1 ? 1 : v
        const k = Math.abs(v) * look.facet * flat * Math.max(0.12, 1 - d * 1.5)
        const to = v > 0 ? lit : dark
        r += (to[0] - r) * k
        g += (to[1] - g) * k
        b += (to[2] - b) * k
        if (
          snow &&
          y < snow.line + (gully * 0.15 + crag * 0.07) * u + n * tooth * u * 0.012 - Math.abs(s) * u * 0.012
        ) {
          const white = v > -0.1 ? snow.lit : snow.dark
          r = white[0]
          g = white[1]
          b = white[2]
        }
      }
      const m = 1 + crag * media.mottle
      let fog = fogRow + n * fogTooth
      fog = (fog < 0 ? 0 : fog > 1 ? 1 : fog) * fogMax
      r = r * m + (haze[0] - r * m) * fog
      g = g * m + (haze[1] - g * m) * fog
      b = b * m + (haze[2] - b * m) * fog
      px[o] += (r - px[o]) * cover
      px[o + 1] += (g - px[o + 1]) * cover
      px[o + 2] += (b - px[o + 2]) * cover
    }
  }
}

/** Rows worth visiting, and per column the last row that will be seen. Two rows of overlap hide the seam. */
function extent(
  p: Painter,
  line: RidgeLine,
  until: RidgeLook['until'],
): { first: number; last: number; floor: Float32Array } {
  const { w, h } = p
  let first = h
  let last = 0
  const floor = new Float32Array(w)
  for (let x = 0; x < w; x++) {
    if (line[x] < first) first = line[x]
    floor[x] = Math.min(h, until === undefined ? h : (typeof until === 'number' ? until : until[x]) + 2)
    if (floor[x] > last && floor[x] > line[x]) last = floor[x]
  }
  return { first: Math.max(0, Math.floor(first)), last: Math.min(h, Math.ceil(last)), floor }
}

function slopes(line: RidgeLine, reach: number): Float32Array {
  const out = new Float32Array(line.length)
  const last = line.length - 1
  for (let x = 0; x <= last; x++) {
    const a = Math.max(0, x - reach)
    const b = Math.min(last, x + reach)
    out[x] = (line[b] - line[a]) / Math.max(1, b - a)
  }
  return out
}
