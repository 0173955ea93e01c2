import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ribbon, unite } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

const rounded =
  (width: number) =>
  (t: number): number =>
    width * Math.sqrt(Math.max(0, 1 - Math.max(0, (t - 0.9) / 0.1) ** 2))

/** A saguaro: ribbed columns with arms that turn upwards. */
export function paintCactus(p: Painter, rng: Rng, x: number, foot: number, size: number, color: Rgb, lit: Rgb): void {
  const wide = size * 0.15
  const parts: Path[] = [
    ribbon(
      [
        [x, foot],
        [x + size * 0.01, foot - size * 0.5],
        [x, foot - size],
      ],
      rounded(wide),
      24,
    ),
  ]
  for (const side of [-1, 1]) {
    if (side > 0 && rng.chance(0.25)) continue
    const from = foot - size * rng.range(0.32, 0.52)
    const reach = size * rng.range(0.2, 0.27) * side
    const up = size * rng.range(0.24, 0.4)
    parts.push(
      ribbon(
        [
          [x, from],
          [x + reach * 0.75, from - size * 0.01],
          [x + reach, from - size * 0.09],
          [x + reach, from - up],
        ],
        rounded(wide * 0.72),
        10,
      ),
    )
  }
  const body = unite(...parts)
  fill(p, body, {
    color,
    form: {
      shadow: mix(color, p.palette.deep, 0.65),
      light: lit,
      dx: p.lightSide,
      dy: -0.15,
      radius: wide * 0.34,
      grain: 0.7,
    },
  })
  for (let i = -1; i <= 1; i++) {
    fill(
      p,
      ribbon(
        [
          [x + i * wide * 0.26, foot - size * 0.03],
          [x + i * wide * 0.26, foot - size * 0.5],
          [x + i * wide * 0.22, foot - size * 0.95],
        ],
        () => size * 0.006,
      ),
      { color: mix(color, p.palette.deep, 0.5), alpha: 0.55, plain: true },
    )
  }
}
