/** Birds on a branch, cranes in the shallows. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ribbon, unite } from '#sketch/core/path.ts'
import { paintCrane, paintOwl, paintSongbird } from '#sketch/subjects/perched.ts'
import { paintLeaf } from '#sketch/subjects/sprig.ts'
import { branch } from '#sketch/subjects/tree.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

/** How large one bird is drawn in each of the four layouts: from afar to face to face. */
const nearness = [1, 0.74, 1.32, 0.9] as const

export function paintPerched(p: Painter, plan: Plan, foot: number, dress: Rgb | undefined): void {
  const rng = p.rng.fork('birds')
  const { palette, u, w, h } = p
  perch(p, plan, foot)
  const owl = has(plan, 'owl')
  const n = Math.max(1, Math.min(5, countOf(plan, owl ? 'owl' : 'bird', 1)))
  for (let i = 0; i < n; i++) {
    const size = Math.min(u * 0.52, h * 0.55, (w * 0.8) / n) * (owl ? 1 : 0.8) * (n === 1 ? nearness[plan.layout] : 1)
    const x = w * ((i + 0.5) / n) + (n === 1 ? plan.side * [0, 0.14, 0.04, -0.1][plan.layout] * w : 0)
    const feather = [palette.near, palette.far, palette.leaf, palette.deep][(i + plan.layout) % 4]
    if (owl) paintOwl(p, x, foot + u * 0.01, size, dress ?? mix(palette.near, palette.accent2, 0.35 + 0.1 * i))
    else {
      const breast = i % 2 ? palette.accent2 : palette.accent
      paintSongbird(p, x, foot - u * 0.005, size, dress ?? feather, breast, n === 1 ? plan.side < 0 : rng.chance(0.5))
    }
  }
}

export function paintCranes(p: Painter, plan: Plan, foot: number): void {
  const rng = p.rng.fork('cranes')
  const { palette, u, w, h } = p
  const n = Math.max(1, Math.min(4, countOf(plan, 'crane', rng.int(1, 2))))
  for (let i = 0; i < n; i++) {
    const x = w * (0.5 + (n > 1 ? (i / (n - 1) - 0.5) * 0.5 : 0))
    const size = Math.min(u * 0.66, h * 0.6) * (1 - i * 0.18)
    paintCrane(p, x, foot + u * 0.02 * i, size, mix(palette.light, palette.paper, 0.3), (i + plan.layout) % 2 === 0)
  }
}

function perch(p: Painter, plan: Plan, foot: number): void {
  const rng = p.rng.fork('perch')
  const { palette, u, w } = p
  const side = rng.chance(0.5) ? 1 : -1
  const wood = mix(palette.deep, palette.near, 0.25)
  const parts: Path[] = [
    ribbon(
      [
        [w * (0.5 - side * 0.65), foot + u * 0.1],
        [w * (0.5 - side * 0.25), foot + u * 0.025],
        [w * (0.5 + side * 0.15), foot + u * 0.025],
        [w * (0.5 + side * 0.6), foot - u * 0.05],
      ],
      (t) => u * (0.062 - 0.038 * t),
      14,
    ),
  ]
  for (let i = 0; i < 5; i++)
    branch(
      rng,
      parts,
      [],
      w * (0.5 + side * (0.2 + i * 0.075)),
      foot + u * (0.015 - i * 0.008),
      (side > 0 ? 0 : Math.PI) + (i % 2 ? -1 : 1) * side * rng.range(0.4, 0.9),
      u * 0.13,
      u * 0.014,
      1,
    )
  fill(p, unite(...parts), {
    color: wood,
    form: {
      shadow: palette.deep,
      light: mix(wood, palette.sun, 0.4),
      dx: 0.2 * p.lightSide,
      dy: -1,
      radius: u * 0.012,
      grain: 0.9,
    },
  })
  const bloom = plan.season === 'spring'
  for (let i = 0; i < 17; i++) {
    const t = rng.range(-0.6, 0.6)
    const x = w * (0.5 + t)
    if (Math.abs(x - w / 2) < u * 0.2 && rng.chance(0.7)) continue
    const y = foot + u * (0.02 - side * t * 0.09)
    const c =
      plan.season === 'autumn'
        ? rng.pick([palette.accent, palette.accent2])
        : plan.season === 'winter'
          ? palette.light
          : bloom
            ? mix(palette.accent, palette.light, 0.45)
            : palette.leaf
    paintLeaf(
      p,
      bloom ? 'round' : 'lance',
      x,
      y,
      u * rng.range(0.08, 0.13) * (bloom ? 0.5 : 1),
      rng.range(0.7, 2.4) * (rng.chance(0.5) ? 1 : -1),
      mix(c, palette.deep, rng.range(0, 0.25)),
    )
  }
}
