import { fromOklch, mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ribbon } from '#sketch/core/path.ts'

/** Six bands of soft light over the horizon, fading towards their feet. */
export function paintRainbow(p: Painter, x: number, horizon: number, radius: number): void {
  const hues = [25, 60, 95, 150, 240, 300]
  const band = radius * 0.052
  for (const [i, hue] of hues.entries()) {
    const r = radius - i * band
    const points = Array.from(
      { length: 33 },
      (_, k): Point => [x - Math.cos((k / 32) * Math.PI) * r, horizon - Math.sin((k / 32) * Math.PI) * r * 0.94],
    )
    const color = mix(fromOklch({ l: 0.78, c: 0.13, h: hue }), p.palette.skyLow, 0.18)
    fill(
      p,
      ribbon(points, () => band * 1.08, 3),
      {
        color,
        alpha: 0.68,
        plain: true,
        fade: { x0: x, y0: horizon - radius * 0.4, x1: x, y1: horizon + radius * 0.05, grain: 0.4 },
      },
    )
  }
}
