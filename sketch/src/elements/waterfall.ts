import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ellipse, ribbon } from '#sketch/core/path.ts'

/** White water down a rock face from `top` to `foot`, with spray where it lands. */
export function paintWaterfall(p: Painter, x: number, top: number, foot: number): void {
  const { palette, u } = p
  const rng = p.rng.fork('waterfall')
  const drop = foot - top
  const wide = Math.max(u * 0.05, drop * 0.2)
  const water = mix(palette.light, palette.skyTop, 0.1)
  const run: Point[] = [
    [x, top - u * 0.012],
    [x + wide * 0.08, top + drop * 0.12],
    [x - wide * 0.05, top + drop * 0.6],
    [x, foot],
  ]
  fill(
    p,
    ribbon(run, (t) => wide * (0.6 + 0.7 * t), 12),
    { color: water, washes: [{ color: mix(water, palette.far, 0.5), x0: x, y0: foot, x1: x, y1: top, grain: 0.7 }] },
  )
  for (let i = 0; i < 9; i++) {
    const dx = rng.range(-0.42, 0.42) * wide
    const from = top + drop * rng.range(0, 0.45)
    fill(
      p,
      ribbon(
        [
          [x + dx, from],
          [x + dx * 1.3, from + drop * 0.25],
          [x + dx * 1.5, from + drop * 0.5],
        ],
        (t) => u * 0.004 * Math.sin(Math.PI * t),
        6,
      ),
      { color: mix(palette.far, palette.near, 0.3), alpha: 0.5, plain: true },
    )
  }
  for (let i = 0; i < 16; i++) {
    const r = wide * rng.range(0.25, 0.6)
    const cx = x + rng.range(-1.1, 1.1) * wide
    fill(p, ellipse(cx, foot - r * 0.3, r * 1.3, r * 0.8), {
      color: palette.light,
      alpha: 0.5,
      plain: true,
      fade: { x0: cx, y0: foot - r * 0.3, x1: cx + r * 1.3, y1: foot - r * 0.3, radial: true, grain: 0.5 },
    })
  }
}
