import type { Rgb } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import { createCurve } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Contour, Path } from '#sketch/core/path.ts'
import { rect, unite } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import type { RidgeLine } from '#sketch/elements/ridge.ts'

/** Tiers of drooping boughs, never quite symmetrical. */
export function pinePath(rng: Rng, x: number, foot: number, height: number, width: number): Path {
  const tiers = Math.max(5, Math.min(13, Math.round(height / (width * 0.26))))
  const left: Contour = []
  const right: [number, number][] = []
  const lean = rng.range(-0.03, 0.03) * height
  for (let i = 1; i <= tiers; i++) {
    const t = i / tiers
    const y = foot - height * (1 - t * 0.93)
    const reach = width * 0.5 * t ** 0.82
    const axis = x + lean * (1 - t)
    const wl = reach * rng.range(0.72, 1.1)
    const wr = reach * rng.range(0.72, 1.1)
    const droop = (height / tiers) * rng.range(0.1, 0.42)
    left.push(axis - wl, y + droop, axis - wl * 0.42, y - (height / tiers) * 0.12)
    right.push([axis + wr, y + droop], [axis + wr * 0.42, y - (height / tiers) * 0.12])
  }
  const crown: Contour = [x + lean, foot - height, ...left]
  for (const point of right.reverse()) crown.push(point[0], point[1])
  return unite([crown], rect(x - width * 0.035, foot - height * 0.1, width * 0.07, height * 0.12))
}

/** A hero pine: modelled, with a lit side. */
export function paintPine(p: Painter, rng: Rng, x: number, foot: number, height: number, color: Rgb, lit: Rgb): void {
  const width = height * rng.range(0.34, 0.46)
  fill(p, pinePath(rng, x, foot, height, width), {
    color,
    washes: [
      {
        color: lit,
        x0: x - p.lightSide * width * 0.05,
        y0: foot,
        x1: x + p.lightSide * width * 0.75,
        y1: foot - height * 0.35,
        strength: 0.6,
        grain: 0.8,
      },
    ],
  })
}

/** A stand of pines along a ridge, one silhouette with a grainy lit edge. */
export function paintPineLine(
  p: Painter,
  rng: Rng,
  line: RidgeLine,
  spec: {
    from: number
    to: number
    height: number
    gap: number
    color: Rgb
    lit?: Rgb
    skip?: number
    haze?: { color: Rgb; y0: number; y1: number }
  },
): void {
  const parts: Path[] = []
  // Trees stand in company: the gaps come in stretches, not singly.
  const company = createCurve(rng, 2)
  for (let x = spec.from; x < spec.to; x += spec.gap * rng.range(0.5, 1.5)) {
    if (company(x / (p.u * 0.09)) * 0.5 + 0.5 + rng.range(-0.15, 0.15) < (spec.skip ?? 0.12)) continue
    const i = Math.max(0, Math.min(line.length - 1, Math.round(x)))
    const height = spec.height * rng.range(0.5, 1.15)
    parts.push(pinePath(rng, x, line[i] + height * 0.1, height, height * rng.range(0.3, 0.42)))
  }
  if (parts.length === 0) return
  const washes = spec.haze
    ? [{ color: spec.haze.color, x0: 0, y0: spec.haze.y0, x1: 0, y1: spec.haze.y1, grain: 0.45, strength: 0.9 }]
    : []
  const form = spec.lit
    ? {
        shadow: spec.color,
        light: spec.lit,
        dx: p.lightSide,
        dy: -0.7,
        radius: Math.max(2, spec.height * 0.05),
        grain: 0.9,
        strength: 0.8,
      }
    : undefined
  fill(p, unite(...parts), { color: spec.color, washes, form })
}
