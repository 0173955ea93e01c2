import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { polygon, rect } from '#sketch/core/path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintStars, paintSun } from '#sketch/elements/sun.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { blooms, paintBloom, paintStem } from '#sketch/subjects/sprig.ts'
import type { Fruit } from '#sketch/subjects/vessels.ts'
import {
  ground,
  paintBooks,
  paintBottle,
  paintBowl,
  paintCup,
  paintFruit,
  paintVase,
} from '#sketch/subjects/vessels.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

const layouts = ['window', 'wall', 'arch', 'cloth'] as const

export function paintStillLife(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('stilllife')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const night = plan.time === 'night'
  const table = h * rng.range(0.66, 0.72)
  const wall = night
    ? mix(palette.near, palette.deep, 0.5)
    : mix(layout === 'cloth' ? palette.near : palette.skyTop, palette.haze, layout === 'cloth' ? 0.15 : 0.35)
  const x0 = w * (p.lightSide > 0 ? 1 : 0)
  fill(p, rect(-2, -2, w + 4, h + 4), {
    color: wall,
    plain: true,
    washes: [
      { color: mix(wall, palette.light, 0.3), x0: w - x0, y0: h * 0.5, x1: x0, y1: 0, grain: 0.6, strength: 0.8 },
    ],
  })
  if (layout === 'window') windowView(p, plan, table)
  if (layout === 'wall') {
    fill(
      p,
      polygon([
        [x0, h * 0.05],
        [w * 0.5, h * 0.2],
        [w * 0.42, table],
        [w * (0.5 + p.lightSide * 0.36), table],
        [x0, h * 0.5],
      ]),
      { color: mix(palette.light, palette.accent2, 0.3), alpha: 0.42, plain: true },
    )
    paintSun(p, {
      x: w * (0.5 - p.lightSide * 0.2),
      y: h * 0.3,
      r: u * 0.19,
      color: mix(palette.accent, wall, 0.25),
      glow: 0,
    })
  }
  if (layout === 'arch') {
    const c = mix(palette.accent, wall, 0.35)
    fill(
      p,
      [
        [
          ...Array.from({ length: 41 }, (_, i) => [
            w / 2 - Math.cos((i / 40) * Math.PI) * u * 0.36,
            h * 0.4 - Math.sin((i / 40) * Math.PI) * u * 0.3,
          ]).flat(),
          w / 2 + u * 0.36,
          table + 5,
          w / 2 - u * 0.36,
          table + 5,
        ],
      ],
      {
        color: c,
        washes: [
          {
            color: mix(c, palette.deep, 0.35),
            x0: w / 2,
            y0: h * 0.1,
            x1: w / 2 - p.lightSide * u * 0.4,
            y1: h * 0.5,
            grain: 0.7,
          },
        ],
      },
    )
  }
  const top =
    layout === 'cloth'
      ? mix(palette.light, palette.haze, 0.25)
      : mix(palette.near, palette.accent2, layout === 'arch' ? 0.45 : 0.3)
  fill(p, rect(-4, table, w + 8, h), {
    color: mix(top, palette.light, night ? 0 : 0.12),
    washes: [
      {
        color: mix(top, palette.deep, 0.48),
        x0: w / 2,
        y0: table,
        x1: w / 2 - p.lightSide * u * 0.2,
        y1: h * 1.08,
        grain: 0.7,
      },
    ],
  })
  if (layout === 'cloth') stripes(p, table, palette.accent)
  things(p, plan, table)
}

function windowView(p: Painter, plan: Plan, table: number): void {
  const rng = p.rng.fork('view')
  const { palette, u, w } = p
  const half = u * 0.33
  const x = w * 0.5 + p.lightSide * u * 0.06
  const top = table - u * 0.62
  const frame = mix(palette.light, palette.paper, 0.5)
  fill(p, rect(x - half - u * 0.025, top - u * 0.025, half * 2 + u * 0.05, table - top + u * 0.05), { color: frame })
  const before = p.surface.px.slice()
  const horizon = top + (table - top) * 0.66
  fill(p, rect(x - half, top, half * 2, table - top), {
    color: palette.skyTop,
    plain: true,
    washes: [{ color: palette.skyLow, x0: 0, y0: top, x1: 0, y1: horizon, grain: 0.5 }],
  })
  if (plan.time === 'night') paintStars(p, horizon, 0.8)
  paintSun(p, {
    x: x + p.lightSide * half * 0.4,
    y: top + (table - top) * 0.3,
    r: u * 0.055,
    glow: 0.5,
    moon: plan.time === 'night',
  })
  for (let i = 0; i < 3; i++) {
    const c = depthColor(palette, 0.85 - i * 0.25)
    const line = ridgeLine(p, rng.fork(`${i}`), {
      base: horizon + u * (0.02 + 0.07 * i),
      roll: u * 0.14,
      period: u * 0.22,
      rough: u * 0.004,
    })
    paintRidge(p, line, {
      color: c,
      lit: mix(c, palette.sun, 0.4),
      dark: mix(c, palette.near, 0.6),
      haze: palette.haze,
      hazeFrom: horizon,
      hazeTo: horizon + u * 0.16,
      hazeMax: 0.5,
      facet: 0.7,
    })
  }
  restoreOutside(p, before, x - half, top, half * 2, table - top)
  for (const [rx, ry, rw, rh] of [
    [x - u * 0.009, top, u * 0.018, table - top],
    [x - half, top + (table - top) * 0.42, half * 2, u * 0.016],
  ])
    fill(p, rect(rx, ry, rw, rh), { color: frame })
  fill(p, rect(x - half - u * 0.05, table - u * 0.03, half * 2 + u * 0.1, u * 0.035), {
    color: mix(frame, palette.haze, 0.3),
  })
}

/** The view is painted over everything and then cut to the opening: simpler than clipping every brush. */
function restoreOutside(p: Painter, before: Float32Array, x: number, y: number, w: number, h: number): void {
  const { px } = p.surface
  for (let row = 0; row < p.h; row++) {
    for (let col = 0; col < p.w; col++) {
      if (col >= x && col < x + w && row >= y && row < y + h) continue
      const o = (row * p.w + col) * 3
      px[o] = before[o]
      px[o + 1] = before[o + 1]
      px[o + 2] = before[o + 2]
    }
  }
}

function stripes(p: Painter, table: number, color: Rgb): void {
  for (let i = -6; i <= 6; i++) {
    const a = p.w / 2 + i * p.u * 0.1
    const b = p.w / 2 + i * p.u * 0.17
    fill(
      p,
      polygon([
        [a, table],
        [a + p.u * 0.022, table],
        [b + p.u * 0.04, p.h + 4],
        [b, p.h + 4],
      ]),
      { color, alpha: 0.55, plain: true },
    )
  }
}

function things(p: Painter, plan: Plan, table: number): void {
  const rng = p.rng.fork('things')
  const { palette, u, w, h } = p
  const foot = table + (h - table) * 0.34
  const side = rng.chance(0.5) ? 1 : -1
  const pots = [palette.near, palette.light, palette.accent, mix(palette.far, palette.light, 0.3)]
  const pot = pots[plan.layout % pots.length]
  const named = has(plan, 'cup', 'fruit', 'book', 'vase', 'bottle', 'flower')
  const want = {
    cup: has(plan, 'cup'),
    fruit: has(plan, 'fruit'),
    book: has(plan, 'book'),
    vase: has(plan, 'vase', 'flower') || !named,
    bottle: has(plan, 'bottle'),
  }
  const hero =
    want.cup && !want.vase
      ? 'cup'
      : want.fruit && !want.vase && !want.cup
        ? 'fruit'
        : want.book && !want.vase && !want.cup
          ? 'book'
          : want.bottle && !want.vase
            ? 'bottle'
            : 'vase'
  if (hero !== 'vase' || rng.chance(0.4))
    paintBottle(p, w / 2 - side * u * 0.3, foot - u * 0.035, u * 0.36, mix(palette.leaf, palette.deep, 0.3))
  if (hero === 'vase') arrangement(p, plan, w / 2 - side * u * 0.06, foot, pot)
  else if (hero !== 'bottle') arrangement(p, plan, w / 2 + side * u * 0.3, foot - u * 0.02, pot, 0.62)
  if (hero === 'cup') {
    const at = want.book
      ? paintBooks(p, rng, w / 2, foot + u * 0.1, u * 0.5, [palette.accent, palette.near, palette.accent2]) + u * 0.01
      : foot + u * 0.07
    paintCup(p, w / 2 - side * u * 0.04, at, u * 0.2, plan.layout % 2 ? palette.accent : palette.light, true)
  } else if (want.cup) paintCup(p, w / 2 + side * u * 0.24, foot + u * 0.06, u * 0.14, palette.accent, true)
  if (hero === 'fruit')
    paintBowl(
      p,
      rng,
      w / 2 - side * u * 0.05,
      foot + u * 0.04,
      u * 0.52,
      plan.layout % 2 ? palette.near : palette.light,
    )
  if (hero === 'book') {
    const y = paintBooks(p, rng, w / 2, foot + u * 0.06, u * 0.52, [palette.near, palette.accent, palette.accent2])
    paintFruit(p, 'pear', w / 2, y, u * 0.13, mix(palette.accent2, palette.leaf, 0.35))
  }
  const loose: readonly Fruit[] = ['lemon', 'pear', 'orange', 'apple']
  const tint: Record<Fruit, Rgb> = {
    lemon: palette.accent2,
    pear: mix(palette.accent2, palette.leaf, 0.35),
    orange: mix(palette.accent, palette.accent2, 0.5),
    apple: palette.accent,
  }
  const n = hero === 'vase' || hero === 'fruit' ? rng.int(2, 3) : 1
  for (let i = 0; i < n; i++) {
    const kind = loose[(i + plan.layout) % 4]
    const x = w / 2 + side * u * (0.16 + i * 0.115)
    const y = foot + u * (0.075 + 0.02 * (i % 2))
    ground(p, x, y, u * 0.06)
    paintFruit(p, kind, x, y, u * 0.11, tint[kind], kind === 'pear' ? side * 0.25 : 0)
  }
}

function arrangement(p: Painter, plan: Plan, x: number, foot: number, pot: Rgb, scale = 1): void {
  const rng = p.rng.fork(`arrange${scale}`)
  const { palette, u } = p
  const height = u * 0.27 * scale
  const mouth = foot - height * 0.97
  const n = scale < 1 ? 4 : 7
  const main = rng.pick(blooms)
  const tints = [palette.accent, palette.accent2, mix(palette.accent, palette.light, 0.5), palette.light]
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => Math.abs(b - (n - 1) / 2) - Math.abs(a - (n - 1) / 2),
  )
  for (const i of order) {
    const t = i / (n - 1) - 0.5
    const stem = paintStem(
      p,
      rng.fork(`a${i}`),
      x + t * height * 0.16,
      mouth + height * 0.1,
      u * (0.4 - Math.abs(t) * 0.22) * scale * rng.range(0.85, 1.1),
      t * u * 0.42 * scale,
      mix(palette.leaf, palette.deep, 0.3),
      {
        kind: rng.pick(['lance', 'oval'] as const),
        pairs: 3,
        size: u * 0.1 * scale,
        tone: mix(palette.leaf, palette.deep, rng.range(0, 0.35)),
      },
    )
    if (i % 3 !== 2 || scale < 1)
      paintBloom(
        p,
        rng.fork(`f${i}`),
        rng.chance(0.6) ? main : rng.pick(blooms),
        stem.head[0],
        stem.head[1],
        u * rng.range(0.13, 0.18) * scale,
        stem.angle,
        tints[(i + plan.layout) % tints.length],
      )
  }
  paintVase(p, rng, x, foot, height, pot)
}
