import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import { sampleRow } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, rect, ribbon, unite } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

/** Billows on a flat base: big in the middle, small at the ends. */
function cumulusPath(rng: Rng, x: number, y: number, width: number, height: number): Path {
  const parts: Path[] = []
  const n = rng.int(6, 9)
  for (let i = 0; i < n; i++) {
    const t = (i + 0.5) / n
    const arch = Math.sin(Math.PI * t) ** 0.8
    const r = height * (0.22 + 0.42 * arch) * rng.range(0.75, 1.2)
    parts.push(
      ellipse(x + (t - 0.5) * width * 0.86, y - r * 0.7 - height * 0.18 * arch * rng.range(0.2, 1.3), r * 1.12, r),
    )
  }
  parts.push(rect(x - width * 0.5, y - height * 0.14, width, height * 0.14))
  parts.push(
    ellipse(x - width * 0.5, y - height * 0.07, height * 0.12, height * 0.07),
    ellipse(x + width * 0.5, y - height * 0.07, height * 0.12, height * 0.07),
  )
  return unite(...parts)
}

export function paintCumulus(p: Painter, rng: Rng, x: number, y: number, width: number, shade?: Rgb): void {
  const height = width * rng.range(0.3, 0.45)
  const { palette } = p
  const white = mix(palette.light, palette.skyLow, 0.12)
  fill(p, cumulusPath(rng, x, y, width, height), {
    color: white,
    form: {
      shadow: shade ?? mix(palette.skyTop, palette.haze, 0.55),
      light: palette.light,
      dx: p.lightSide * 0.7,
      dy: -1,
      radius: height * 0.3,
      grain: 0.55,
      strength: 0.75,
    },
    fade: { x0: x, y0: y - height * 0.5, x1: x, y1: y + height * 0.12, grain: 0.35 },
  })
}

/** Long lens bars, the calm sky of a print. */
export function paintStrata(
  p: Painter,
  rng: Rng,
  top: number,
  bottom: number,
  count: number,
  color: Rgb,
  alpha = 0.75,
): void {
  for (let i = 0; i < count; i++) {
    const y = top + (bottom - top) * ((i + rng.range(0.1, 0.9)) / count)
    const len = p.w * rng.range(0.25, 0.8)
    const x = rng.range(-0.1, 1.1) * p.w
    const thick = p.u * rng.range(0.008, 0.03) * (0.5 + (y - top) / Math.max(1, bottom - top))
    const lift = () => rng.range(-0.4, 0.4) * thick
    fill(
      p,
      ribbon(
        [
          [x - len / 2, y + lift()],
          [x - len / 5, y + lift()],
          [x + len / 5, y + lift()],
          [x + len / 2, y + lift()],
        ],
        (t) => thick * Math.sin(Math.PI * t) ** 0.55 * (0.8 + 0.3 * Math.sin(t * 17 + i)),
        12,
      ),
      {
        color,
        alpha,
        fade: { x0: x, y0: y - thick * 0.4, x1: x, y1: y + thick * 0.9, grain: 0.4 },
      },
    )
  }
}

/** Drifting vapour between two heights; lies over everything painted so far. */
export function paintMist(p: Painter, centre: number, depth: number, color: Rgb, strength: number): void {
  const { surface, mottle, grain, u, w } = p
  const gs = grain.size - 1
  p.fills++
  const off = (p.fills * 61) % 256
  const from = Math.max(0, Math.floor(centre - depth))
  const to = Math.min(p.h, Math.ceil(centre + depth))
  const drift = new Float32Array(w)
  for (let y = from; y < to; y++) {
    const bell = 1 - Math.abs(y - centre) / depth
    sampleRow(mottle, drift, w, { x: off, y: (y / u) * 190 + off, dx: 55 / u, dy: 0 })
    for (let x = 0; x < w; x++) {
      const n = grain.data[(y & gs) * grain.size + (x & gs)] - 0.5
      const v = bell * 1.5 + drift[x] * 0.75 - 0.35 + n * 0.3 * p.media.grain
      if (v <= 0) continue
      const a = Math.min(1, v) * strength
      const o = (y * w + x) * 3
      surface.px[o] += (color[0] - surface.px[o]) * a
      surface.px[o + 1] += (color[1] - surface.px[o + 1]) * a
      surface.px[o + 2] += (color[2] - surface.px[o + 2]) * a
    }
  }
}
