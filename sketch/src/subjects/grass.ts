import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, ribbon, unite } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

/** Tufts of blades, laid as one shape per tone so a whole meadow costs three fills. */
export function paintGrass(
  p: Painter,
  rng: Rng,
  from: number,
  to: number,
  foot: (x: number) => number,
  height: number,
  count: number,
  colors: readonly Rgb[],
): void {
  colors.forEach((color) => {
    const blades: Path[] = []
    for (let i = 0; i < count / colors.length; i++) {
      const x = rng.range(from, to)
      const h = height * rng.range(0.4, 1.1)
      const bend = h * rng.range(-0.35, 0.35)
      const y = foot(x)
      blades.push(
        ribbon(
          [
            [x, y],
            [x + bend * 0.3, y - h * 0.55],
            [x + bend, y - h],
          ],
          (t) => height * 0.055 * (1 - t) + 0.3,
          3,
        ),
      )
    }
    fill(p, unite(...blades), { color, plain: true })
  })
}

/** Wild flowers on thin stalks; `kind` sets the head. */
export function paintMeadowFlowers(
  p: Painter,
  rng: Rng,
  from: number,
  to: number,
  foot: (x: number) => number,
  height: number,
  count: number,
  colors: readonly Rgb[],
  stem: Rgb,
): void {
  for (let i = 0; i < count; i++) {
    const x = rng.range(from, to)
    const h = height * rng.range(0.5, 1.15)
    const bend = h * rng.range(-0.18, 0.18)
    const y = foot(x)
    const top: [number, number] = [x + bend, y - h]
    fill(
      p,
      ribbon([[x, y], [x + bend * 0.3, y - h * 0.5], top], () => Math.max(0.8, height * 0.018), 4),
      { color: stem, plain: true },
    )
    const color = rng.pick(colors)
    const r = height * rng.range(0.075, 0.13)
    const kind = rng.int(0, 2)
    if (kind === 0) {
      const petals = unite(
        ...[-1, 0, 1].map((k) =>
          ellipse(top[0] + k * r * 0.55, top[1] - Math.abs(k) * r * 0.1, r * 0.62, r * 0.85, k * 0.5),
        ),
      )
      fill(p, petals, {
        color,
        form: { shadow: mix(color, p.palette.deep, 0.35), dx: p.lightSide, dy: -1, radius: r * 0.4, grain: 0.8 },
      })
      fill(p, ellipse(top[0], top[1] + r * 0.4, r * 0.25, r * 0.2), {
        color: mix(color, p.palette.deep, 0.6),
        plain: true,
      })
    } else if (kind === 1) {
      const petals = unite(
        ...Array.from({ length: 8 }, (_, k) =>
          ellipse(
            top[0] + Math.cos((k * Math.PI) / 4) * r * 0.62,
            top[1] + Math.sin((k * Math.PI) / 4) * r * 0.5,
            r * 0.42,
            r * 0.2,
            (k * Math.PI) / 4,
          ),
        ),
      )
      fill(p, petals, { color: mix(color, p.palette.light, 0.35), plain: true })
      fill(p, ellipse(top[0], top[1], r * 0.3, r * 0.26), { color: p.palette.accent2, plain: true })
    } else {
      for (let k = 0; k < 7; k++)
        fill(
          p,
          ellipse(top[0] + rng.range(-0.18, 0.18) * r, top[1] + k * r * 0.42, r * (0.16 + k * 0.03), r * 0.24, 0, 8),
          { color: mix(color, p.palette.deep, k * 0.05), plain: true },
        )
    }
  }
}
