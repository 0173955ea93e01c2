/** Water mirrors what has been painted above it, so it goes on after the shore and before the foreground. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import { sampleRow } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ribbon } from '#sketch/core/path.ts'

export type WaterLook = {
  readonly top: number
  readonly bottom?: number
  readonly near: Rgb
  readonly far: Rgb
  /** How much of the mirror image shows, 0..1. */
  readonly mirror: number
  /** 0 glass, 1 choppy. */
  readonly chop: number
}

export function paintWater(p: Painter, look: WaterLook): void {
  const { surface, grain, mottle, media, u, w } = p
  const top = Math.round(look.top)
  const bottom = Math.min(p.h, Math.round(look.bottom ?? p.h))
  const gs = grain.size - 1
  const { px } = surface
  const waves = new Float32Array(w)
  const [nearR, nearG, nearB] = look.near
  const [farR, farG, farB] = look.far
  for (let y = Math.max(0, top); y < bottom; y++) {
    const d = (y - top) / Math.max(1, bottom - top)
    const away = (y - top) / u
    const sy = Math.max(0, Math.min(top - 1, Math.round(top - 1 - (y - top) * (1 + look.chop * 0.2))))
    const stretch = 26 / (0.03 + d * 0.55)
    const amp = u * (0.002 + away * 0.05) * (0.25 + look.chop)
    sampleRow(mottle, waves, w, { x: 9, y: (y / u) * stretch * 9, dx: (70 - 40 * d) / u, dy: 0 })
    const fade = look.mirror * Math.max(0, 1 - (away / (0.18 + look.mirror * 0.34)) ** 1.5)
    for (let x = 0; x < w; x++) {
      const wave = waves[x]
      const n = grain.data[(y & gs) * grain.size + (x & gs)] - 0.5
      const sx = Math.max(0, Math.min(w - 1, Math.round(x + wave * amp)))
      const s = (sy * w + sx) * 3
      const t = Math.max(0, Math.min(1, d + n * 0.3 * media.grain + wave * 0.16 * (0.4 + look.chop)))
      const m = wave > 0.3 ? fade * 0.5 : fade
      const o = (y * w + x) * 3
      const r = farR + (nearR - farR) * t
      const g = farG + (nearG - farG) * t
      const b = farB + (nearB - farB) * t
      px[o] = r + (px[s] * 0.94 - r) * m
      px[o + 1] = g + (px[s + 1] * 0.94 - g) * m
      px[o + 2] = b + (px[s + 2] * 0.94 - b) * m
    }
  }
}

/** Short lens-shaped strokes, closer and thinner towards the horizon: the woodblock way to say "water". */
export function paintGlints(
  p: Painter,
  top: number,
  bottom: number,
  color: Rgb,
  count: number,
  around?: { x: number; spread: number },
): void {
  const rng = p.rng.fork(`glints${Math.round(top)}${around ? 'p' : ''}`)
  for (let i = 0; i < count; i++) {
    const d = rng.next() ** 1.6
    const y = top + d * (bottom - top)
    const spread = around ? around.spread * (0.35 + d * 1.4) : p.w
    const x = around ? around.x + (rng.next() + rng.next() - 1) * spread : rng.next() * p.w
    const len = p.u * (0.02 + d * 0.12) * rng.range(0.4, 1.2)
    const thick = p.u * (0.0014 + d * 0.006) * rng.range(0.6, 1.3)
    const bow = thick * rng.range(-0.8, 0.8)
    fill(
      p,
      ribbon(
        [
          [x - len / 2, y],
          [x, y + bow],
          [x + len / 2, y],
        ],
        (t) => thick * Math.sin(Math.PI * t) ** 0.7,
        6,
      ),
      {
        color: mix(color, p.palette.skyLow, rng.range(0, 0.25)),
        alpha: rng.range(0.35, 0.9) * (around ? 1 : 0.6),
        plain: true,
      },
    )
  }
}
