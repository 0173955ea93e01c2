import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ellipse, ribbon } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

/** A coconut palm: a leaning trunk and a fountain of fronds. */
export function paintPalm(p: Painter, rng: Rng, x: number, foot: number, height: number): void {
  const { palette } = p
  const bend = height * rng.range(0.1, 0.26) * (rng.chance(0.5) ? 1 : -1)
  const top: Point = [x + bend, foot - height * 0.78]
  const bark = mix(palette.near, palette.accent2, 0.4)
  const trunk: Point[] = [[x, foot + height * 0.02], [x + bend * 0.2, foot - height * 0.4], top]
  const leaf = mix(palette.leaf, palette.deep, 0.2)
  const form = (c: typeof bark) => ({
    shadow: mix(c, palette.deep, 0.5),
    light: mix(c, palette.sun, 0.5),
    dx: p.lightSide,
    dy: -0.7,
    radius: Math.max(2, height * 0.012),
    grain: 0.9,
  })
  const frond = (angle: number, reach: number, color: typeof bark): void => {
    const dx = Math.cos(angle) * reach
    const lift = Math.sin(angle) * reach
    const points: Point[] = [
      top,
      [top[0] + dx * 0.5, top[1] - lift * 0.6 - reach * 0.12],
      [top[0] + dx, top[1] - lift * 0.5 + reach * 0.3],
    ]
    fill(
      p,
      ribbon(points, (t) => height * 0.1 * Math.sin(Math.PI * Math.min(1, t + 0.08)) ** 0.8, 10),
      { color, form: form(color) },
    )
  }
  for (const a of [2.7, 0.4, 1.9, 1.2]) frond(a, height * rng.range(0.34, 0.4), mix(leaf, palette.deep, 0.35))
  fill(
    p,
    ribbon(trunk, (t) => height * (0.055 - 0.025 * t), 14),
    { color: bark, form: form(bark) },
  )
  for (const a of [3.25, -0.15, 2.3, 0.85, 1.55])
    frond(a + rng.range(-0.12, 0.12), height * rng.range(0.34, 0.44), leaf)
  for (const dx of [-0.025, 0.02])
    fill(p, ellipse(top[0] + dx * height, top[1] + height * 0.03, height * 0.024), {
      color: mix(bark, palette.deep, 0.45),
    })
}
