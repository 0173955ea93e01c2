/** Edit words act on the parent's pixels: night falls, snow lies, a color spreads. */

import { blurSheet } from '#sketch/core/blur.ts'
import type { Rgb } from '#sketch/core/color.ts'
import { fromOklch, toOklch } from '#sketch/core/color.ts'
import { sampleTile } from '#sketch/core/noise.ts'
import type { Sheet } from '#sketch/finish/context.ts'
import { lumaPlane } from '#sketch/finish/context.ts'
import type { Brief, ColorWord } from '#sketch/lexicon/brief.ts'

export function applyEdit(s: Sheet, brief: Brief): void {
  if (brief.season === 'winter' || brief.weather === 'snow') snow(s)
  if (brief.season === 'autumn') rotateGreens(s, 55, 1.25)
  if (brief.season === 'spring') rotateGreens(s, 125, 1.3)
  if (brief.season === 'summer') grade(s, [1.05, 1.03, 0.94], 1.15, 1.03)
  if (brief.weather === 'fog') fog(s)
  if (brief.weather === 'storm' || brief.weather === 'rain') grade(s, [0.76, 0.83, 0.93], 0.62, 0.86)
  if (brief.time === 'night') night(s)
  if (brief.time === 'dusk') sky(s, [1, 0.53, 0.3], [0.52, 0.33, 0.5])
  if (brief.time === 'dawn') sky(s, [1, 0.8, 0.7], [0.7, 0.72, 0.9])
  if (brief.time === 'day') grade(s, [1.04, 1.03, 1], 1.1, 1.22)
  for (const color of brief.colors) tint(s, color)
  for (const mood of brief.moods) {
    if (mood === 'warm') grade(s, [1.12, 1.01, 0.84], 1.08, 1.02)
    if (mood === 'cool') grade(s, [0.86, 0.98, 1.14], 1, 1)
    if (mood === 'dark') grade(s, [0.66, 0.66, 0.72], 0.9, 0.86)
    if (mood === 'vivid' || mood === 'joyful') grade(s, [1.03, 1.02, 1], 1.5, 1.04)
    if (mood === 'soft' || mood === 'calm') grade(s, [1.04, 1.03, 1.02], 0.72, 1.06)
  }
}

function grade(s: Sheet, gain: Rgb, saturation: number, gamma: number): void {
  const { px } = s.surface
  for (let o = 0; o < px.length; o += 3) {
    const l = px[o] * 0.3 + px[o + 1] * 0.59 + px[o + 2] * 0.11
    for (let c = 0; c < 3; c++)
      px[o + c] = Math.max(0, Math.min(1, (l + (px[o + c] - l) * saturation) * gain[c])) ** (1 / gamma)
  }
}

/** Day for night: blue and low, then lamps where the picture was warm, stars where it was open sky. */
function night(s: Sheet): void {
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  const soft = blurSheet(y0, width, height, s.u * 0.02)
  const far = blurSheet(y0, width, height, s.u * 0.11)
  const warm = new Float32Array(y0.length)
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    const heat = Math.max(0, Math.min(1, (px[o] - px[o + 2] - 0.3) * 2.4)) * (y0[i] > 0.45 ? 1 : 0.25)
    warm[i] = heat * y0[i]
    const v = Math.max(0, y0[i]) ** 1.35
    // What stood out as the brightest thing around — the sun — becomes the moon.
    const moon = Math.max(0, Math.min(1, (y0[i] - far[i] - 0.09) * 7)) * Math.max(0, Math.min(1, (y0[i] - 0.74) * 8))
    px[o] = 0.025 + v * 0.3 + heat * y0[i] * 0.3 + moon * 0.62
    px[o + 1] = 0.05 + v * 0.4 + heat * y0[i] * 0.16 + moon * 0.5
    px[o + 2] = 0.13 + v * 0.62 + moon * 0.12
  }
  const glow = blurSheet(warm, width, height, s.u * 0.03)
  for (let i = 0, o = 0; i < glow.length; i++, o += 3) {
    px[o] += glow[i] * 0.3
    px[o + 1] += glow[i] * 0.17
    px[o + 2] += glow[i] * 0.03
  }
  const rng = s.rng.fork('stars')
  for (let k = 0; k < 420; k++) {
    const x = Math.floor(rng.next() * width)
    const y = Math.floor(rng.next() ** 1.5 * height * 0.62)
    const i = y * width + x
    const size = Math.max(1, Math.round(s.u * (rng.chance(0.12) ? 0.0026 : 0.0013)))
    // Only smooth, light parts high up are sky.
    if (Math.abs(y0[i] - soft[i]) > 0.03 || y0[i] < 0.5) continue
    for (let dy = 0; dy < size; dy++)
      for (let dx = 0; dx < size; dx++) {
        const o = (Math.min(height - 1, y + dy) * width + Math.min(width - 1, x + dx)) * 3
        for (let c = 0; c < 3; c++) px[o + c] += (0.95 - px[o + c]) * 0.85
      }
  }
}

/** Snow lies on what faces up: brightness that grows downwards marks a top edge. */
function snow(s: Sheet): void {
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  const soft = blurSheet(y0, width, height, s.u * 0.004)
  const k = Math.max(2, Math.round(s.u * 0.007))
  for (let y = 0; y < height; y++) {
    const below = y / height
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const o = i * 3
      const up = soft[Math.max(0, y - k) * width + x] - soft[Math.min(height - 1, y + k) * width + x]
      const green = Math.max(0, px[o + 1] - Math.max(px[o + 2], px[o] * 0.86)) * 3.4
      const n = sampleTile(s.mottle, (x / s.u) * 90, (y / s.u) * 90) * 0.12
      const lie =
        Math.max(0, Math.min(0.94, (up - 0.05) * 4.5 + n)) * (0.45 + below) +
        Math.min(0.55, green * below) +
        Math.max(0, below - 0.5) * 1.25
      const l = y0[i]
      for (let c = 0; c < 3; c++) {
        const cold = (l + (px[o + c] - l) * 0.5) * [0.94, 0.99, 1.06][c] + 0.05
        px[o + c] = cold + ([0.93, 0.95, 0.985][c] * (0.72 + 0.28 * l) - cold) * Math.min(0.94, lie)
      }
    }
  }
  const rng = s.rng.fork('flakes')
  for (let q = 0; q < 520; q++) {
    const cx = rng.next() * width
    const cy = rng.next() * height
    const r = s.u * rng.range(0.0012, 0.0042)
    for (let y = Math.floor(cy - r); y <= cy + r; y++)
      for (let x = Math.floor(cx - r); x <= cx + r; x++) {
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const d = 1 - Math.hypot(x - cx, y - cy) / r
        if (d > 0)
          for (let c = 0; c < 3; c++)
            px[(y * width + x) * 3 + c] += (0.98 - px[(y * width + x) * 3 + c]) * Math.min(1, d * 1.6) * 0.85
      }
  }
}

function fog(s: Sheet): void {
  const { px, width, height } = s.surface
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const o = (y * width + x) * 3
      const n = sampleTile(s.mottle, (x / s.u) * 30, (y / s.u) * 80) * 0.25
      const k = Math.max(0, Math.min(0.85, 0.82 - Math.abs(y / height - 0.45) * 0.95 + n))
      for (let c = 0; c < 3; c++) px[o + c] += ([0.9, 0.91, 0.9][c] - px[o + c]) * k
    }
}

function sky(s: Sheet, low: Rgb, high: Rgb): void {
  const { px, width, height } = s.surface
  for (let y = 0; y < height; y++) {
    const t = Math.min(1, (y / height) * 1.5)
    for (let x = 0; x < width; x++) {
      const o = (y * width + x) * 3
      const l = px[o] * 0.3 + px[o + 1] * 0.59 + px[o + 2] * 0.11
      for (let c = 0; c < 3; c++) {
        const light = high[c] + (low[c] - high[c]) * t
        const v = px[o + c] * (0.55 + 0.62 * light)
        px[o + c] = v + (Math.min(1, l * 1.12) * light - v) * 0.48
      }
    }
  }
}

function rotateGreens(s: Sheet, hue: number, boost: number): void {
  eachHue(s, (v) =>
    v.h > 85 && v.h < 185 && v.c > 0.025 ? { l: v.l + 0.05, c: v.c * boost + 0.04, h: hue + (v.h - 135) * 0.3 } : v,
  )
}

/** "Make it red": hues gather round the word; lightness stays, so the drawing stays. */
function tint(s: Sheet, word: ColorWord): void {
  if (word.chroma < 0.03) {
    grade(
      s,
      word.name === 'black' ? [0.6, 0.6, 0.62] : word.name === 'white' ? [1.1, 1.1, 1.1] : [1, 1, 1],
      0.12,
      word.name === 'white' ? 1.35 : 1,
    )
    return
  }
  eachHue(s, (v) => {
    const d = ((word.hue - v.h + 540) % 360) - 180
    return {
      l: v.l * 0.97,
      c: Math.max(v.c * 0.8, word.chroma * (0.45 + 0.55 * Math.sin(Math.PI * Math.min(1, v.l)))),
      h: v.h + d * 0.92,
    }
  })
}

/** OKLCH per pixel through a 32³ table: the exact conversion for a megapixel would take seconds. */
function eachHue(
  s: Sheet,
  change: (v: { l: number; c: number; h: number }) => { l: number; c: number; h: number },
): void {
  const n = 33
  const lut = new Float32Array(n * n * n * 3)
  for (let r = 0, o = 0; r < n; r++)
    for (let g = 0; g < n; g++)
      for (let b = 0; b < n; b++, o += 3) {
        const v = toOklch([r / 32, g / 32, b / 32])
        lut.set(fromOklch(change({ l: v.l, c: v.c, h: (v.h + 360) % 360 })), o)
      }
  const { px } = s.surface
  for (let o = 0; o < px.length; o += 3) {
    const q = [0, 1, 2].map((c) => Math.max(0, Math.min(31.999, px[o + c] * 32)))
    const [ri, gi, bi] = q.map(Math.floor)
    const [rf, gf, bf] = [q[0] - ri, q[1] - gi, q[2] - bi]
    for (let c = 0; c < 3; c++) {
      const at = (r: number, g: number, b: number): number => lut[((r * n + g) * n + b) * 3 + c]
      const x0 = at(ri, gi, bi) * (1 - rf) + at(ri + 1, gi, bi) * rf
      const x1 = at(ri, gi + 1, bi) * (1 - rf) + at(ri + 1, gi + 1, bi) * rf
      const x2 = at(ri, gi, bi + 1) * (1 - rf) + at(ri + 1, gi, bi + 1) * rf
      const x3 = at(ri, gi + 1, bi + 1) * (1 - rf) + at(ri + 1, gi + 1, bi + 1) * rf
      px[o + c] = (x0 * (1 - gf) + x1 * gf) * (1 - bf) + (x2 * (1 - gf) + x3 * gf) * bf
    }
  }
}
