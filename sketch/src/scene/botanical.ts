import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { blob, ellipse, rect } from '#sketch/core/path.ts'
import { paintSun } from '#sketch/elements/sun.ts'
import { paintButterfly } from '#sketch/subjects/butterfly.ts'
import { paintMushroom } from '#sketch/subjects/mushroom.ts'
import type { LeafKind } from '#sketch/subjects/sprig.ts'
import { blooms, bud, paintBloom, paintLeaf, paintStem } from '#sketch/subjects/sprig.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

const layouts = ['plate', 'bouquet', 'arch', 'garden'] as const

export function paintBotanical(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('botanical')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const night = plan.time === 'night'
  const back = night
    ? mix(palette.deep, palette.skyTop, 0.4)
    : layout === 'plate'
      ? palette.paper
      : layout === 'garden'
        ? mix(palette.skyTop, palette.light, 0.35)
        : mix(palette.skyLow, palette.haze, 0.5)
  fill(p, rect(-2, -2, w + 4, h + 4), {
    color: back,
    plain: true,
    washes: [
      {
        color: mix(back, palette.haze, 0.45),
        x0: w * 0.5,
        y0: h * 0.42,
        x1: w * 1.05,
        y1: h * 1.05,
        radial: true,
        grain: 0.5,
      },
    ],
  })
  if (layout === 'bouquet' || layout === 'garden')
    paintSun(p, {
      x: w * 0.5,
      y: h * 0.43,
      r: u * rng.range(0.27, 0.33),
      color: mix(palette.sun, palette.accent2, layout === 'garden' ? 0.4 : 0.12),
      glow: 0,
    })
  if (layout === 'arch') {
    const c = mix(palette.far, palette.haze, 0.25)
    fill(p, [...ellipse(w / 2, h * 0.42, u * 0.33)], { color: c })
    fill(p, rect(w / 2 - u * 0.33, h * 0.42, u * 0.66, h), { color: c })
  }
  if (has(plan, 'mushroom')) mushrooms(p, plan)
  else stems(p, plan, layout)
  const flies = has(plan, 'butterfly') ? Math.max(1, countOf(plan, 'butterfly', rng.int(2, 4))) : 0
  for (let i = 0; i < flies; i++) {
    const a = (i / flies) * Math.PI * 2 + rng.range(0, 1)
    const big = i === 0 && flies < 4
    paintButterfly(
      p,
      w * (0.5 + (big ? 0.08 : Math.cos(a) * 0.3)),
      h * (0.4 + (big ? -0.06 : Math.sin(a) * 0.26)),
      u * (big ? 0.34 : rng.range(0.12, 0.18)),
      rng.range(-0.5, 0.5),
      i % 2 ? palette.accent2 : palette.accent,
    )
  }
}

function stems(p: Painter, plan: Plan, layout: (typeof layouts)[number]): void {
  const rng = p.rng.fork('stems')
  const { palette, u, w, h } = p
  const onlyLeaves = has(plan, 'leaf') && !has(plan, 'flower')
  const kinds: readonly LeafKind[] = ['lance', 'oval', 'round']
  const asked = countOf(plan, 'flower', 0)
  const n = asked > 0 ? Math.min(9, asked) : { plate: rng.int(1, 3), bouquet: 7, arch: 5, garden: 9 }[layout]
  const main = rng.pick(blooms)
  const tints = [
    palette.accent,
    palette.accent2,
    mix(palette.accent, palette.light, 0.45),
    mix(palette.accent, palette.accent2, 0.5),
    mix(palette.light, palette.accent2, 0.15),
  ]
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => Math.abs(b - (n - 1) / 2) - Math.abs(a - (n - 1) / 2),
  )
  const foot = layout === 'plate' ? h * 0.9 : h * 1.02
  const tallest = Math.min(h * 0.78, u * (layout === 'plate' ? 0.82 : 0.95))
  for (const i of order) {
    const t = n > 1 ? i / (n - 1) - 0.5 : 0
    const spread = layout === 'garden' ? w * 0.92 : layout === 'plate' ? u * 0.13 * n : u * 0.22
    const x = w / 2 + t * spread + rng.range(-0.01, 0.01) * w
    const lean = t * u * (layout === 'garden' ? 0.1 : layout === 'plate' ? 0.16 : 0.62) + rng.range(-0.03, 0.03) * u
    const height = tallest * (1 - Math.abs(t) * (layout === 'garden' ? 0.5 : 0.45)) * rng.range(0.85, 1.04)
    const tone = mix(palette.leaf, rng.chance(0.5) ? palette.deep : palette.far, rng.range(0.05, 0.3))
    const stem = paintStem(p, rng.fork(`s${i}`), x, foot, height, lean, mix(palette.leaf, palette.deep, 0.3), {
      kind: rng.pick(kinds),
      pairs: onlyLeaves ? 8 : rng.int(3, 5),
      size: u * (onlyLeaves ? 0.2 : rng.range(0.13, 0.19)) * (n > 5 ? 0.8 : 1.15),
      tone,
    })
    if (onlyLeaves) paintLeaf(p, 'lance', stem.head[0], stem.head[1], u * 0.13, stem.angle, tone)
    else
      paintBloom(
        p,
        rng.fork(`b${i}`),
        rng.chance(0.62) ? main : rng.pick(blooms),
        stem.head[0],
        stem.head[1],
        u * (n > 4 ? rng.range(0.16, 0.22) : rng.range(0.25, 0.31)),
        stem.angle,
        tints[(i + plan.layout) % tints.length],
      )
    if (!onlyLeaves && layout === 'plate') {
      const side = t > 0 ? 1 : -1
      const by = foot - height * 0.62
      const small = paintStem(
        p,
        rng.fork(`k${i}`),
        x + lean * 0.5,
        by,
        height * 0.2,
        side * u * 0.09,
        mix(palette.leaf, palette.deep, 0.3),
        { kind: 'lance', pairs: 0, size: 1, tone },
      )
      bud(p, small.head[0], small.head[1], u * 0.035, tints[(i + plan.layout) % tints.length])
    }
  }
}

function mushrooms(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('mushrooms')
  const { palette, u, w, h } = p
  const soil = mix(palette.leaf, palette.deep, 0.45)
  fill(
    p,
    blob(
      [
        [-w * 0.1, h * 0.84],
        [w * 0.3, h * 0.78],
        [w * 0.7, h * 0.8],
        [w * 1.1, h * 0.85],
        [w * 1.2, h * 1.3],
        [-w * 0.2, h * 1.3],
      ],
      14,
    ),
    { color: soil, washes: [{ color: mix(soil, palette.deep, 0.6), x0: 0, y0: h * 0.8, x1: 0, y1: h, grain: 0.8 }] },
  )
  const n = Math.max(1, Math.min(7, countOf(plan, 'mushroom', rng.int(3, 5))))
  for (let i = 0; i < 7; i++)
    paintStem(
      p,
      rng.fork(`fern${i}`),
      w * rng.range(0.02, 0.98),
      h * 0.88,
      u * rng.range(0.2, 0.5),
      u * rng.range(-0.15, 0.15),
      mix(palette.leaf, palette.deep, 0.4),
      { kind: 'lance', pairs: 8, size: u * 0.075, tone: mix(palette.leaf, palette.far, rng.range(0.1, 0.5)) },
    )
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => Math.abs(b - (n - 1) / 2) - Math.abs(a - (n - 1) / 2),
  )
  for (const i of order) {
    const t = n > 1 ? i / (n - 1) - 0.5 : 0
    paintMushroom(
      p,
      rng.fork(`m${i}`),
      w / 2 + t * u * 0.72 + rng.range(-0.03, 0.03) * u,
      h * rng.range(0.85, 0.9),
      u * (0.62 - Math.abs(t) * 0.55) * rng.range(0.85, 1.1),
      i % 3 === 1 ? palette.accent2 : palette.accent,
    )
  }
}
