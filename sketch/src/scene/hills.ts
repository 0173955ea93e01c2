import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ribbon } from '#sketch/core/path.ts'
import type { RidgeLine } from '#sketch/elements/ridge.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintFlock } from '#sketch/subjects/birds.ts'
import { foliage } from '#sketch/subjects/foliage.ts'
import { paintGrass, paintMeadowFlowers } from '#sketch/subjects/grass.ts'
import { houseLook, paintHouse } from '#sketch/subjects/house.ts'
import { paintPineLine } from '#sketch/subjects/pine.ts'
import { paintTree } from '#sketch/subjects/tree.ts'
import { paintAir } from './air.ts'
import { paintGuests } from './guests.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

const layouts = ['cottage', 'bigtree', 'fields', 'meadow'] as const

export function paintHills(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('hills')
  const { palette, u, w, h } = p
  let layout: (typeof layouts)[number] = layouts[plan.layout % layouts.length]
  if (has(plan, 'house') && layout === 'meadow') layout = 'cottage'
  if (has(plan, 'tree') && layout === 'meadow') layout = 'bigtree'
  if (layout === 'bigtree' && has(plan, 'balloon', 'dragon')) layout = 'fields'
  if (layout === 'meadow' && has(plan, 'person', 'horse', 'deer', 'train', 'car', 'castle', 'windmill'))
    layout = 'fields'
  if (has(plan, 'flower')) layout = plan.layout % 2 ? 'meadow' : 'cottage'
  const winter = plan.season === 'winter'
  const night = plan.time === 'night'
  const horizon =
    h *
    {
      cottage: rng.range(0.5, 0.58),
      bigtree: rng.range(0.6, 0.68),
      fields: rng.range(0.36, 0.44),
      meadow: rng.range(0.44, 0.54),
    }[layout]
  const { side } = plan
  paintAir(
    p,
    plan,
    horizon,
    { x: w * (0.5 - side * rng.range(0.12, 0.3)), y: horizon * rng.range(0.3, 0.68), r: u * rng.range(0.045, 0.1) },
    layout === 'fields' || layout === 'meadow' ? 'cumulus' : 'auto',
  )
  for (let i = 0; i < 2; i++) {
    const c = depthColor(palette, 0.9 - i * 0.18)
    const line = ridgeLine(p, rng.fork(`far${i}`), {
      base: horizon + h * 0.03,
      roll: h * (0.13 - i * 0.05),
      period: u * 0.45,
      rough: u * 0.006,
    })
    paintRidge(p, line, {
      color: c,
      lit: mix(c, palette.sun, 0.35),
      dark: mix(c, palette.far, 0.6),
      haze: palette.haze,
      hazeFrom: horizon - h * 0.08,
      hazeTo: horizon + h * 0.05,
      facet: 0.5,
      until: horizon + (h - horizon) * 0.1 + u * 0.01,
      snow: winter
        ? { line: horizon - h * 0.02, lit: mix(palette.light, palette.haze, 0.15), dark: mix(c, palette.light, 0.5) }
        : undefined,
    })
  }
  const n = layout === 'fields' ? 6 : 4
  const tones = winter
    ? [palette.light, mix(palette.light, palette.haze, 0.4)]
    : [palette.ground, palette.leaf, mix(palette.ground, palette.accent2, 0.45), mix(palette.leaf, palette.sun, 0.3)]
  let line: RidgeLine = new Float32Array(0)
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1)
    const base = horizon + (h - horizon) * (0.1 + 0.86 * t ** 1.2)
    line = ridgeLine(p, rng.fork(`hill${i}`), {
      base,
      roll: h * (0.07 + 0.09 * t),
      period: u * (0.55 + t * 0.5),
      rough: 0,
    })
    const body = mix(
      mix(tones[(i + plan.layout) % tones.length], palette.haze, 0.42 * (1 - t)),
      night ? palette.near : palette.deep,
      night ? 0.62 : 0.05 + 0.2 * t * t,
    )
    const next = horizon + (h - horizon) * (0.1 + 0.86 * ((i + 1) / (n - 1)) ** 1.2)
    hill(p, line, body, { base, index: i, winter, until: i < n - 1 ? next + u * 0.02 : undefined })
    if (!winter && layout !== 'bigtree' && i > 0 && i < n - 1) furrows(p, line, body, h * 0.1, i)
    if (i < n - 1)
      paintPineLine(p, rng.fork(`hedge${i}`), line, {
        from: 0,
        to: w,
        height: u * (0.028 + 0.03 * t),
        gap: u * 0.03,
        color: mix(depthColor(palette, 0.5 - t * 0.35), palette.leaf, 0.35),
        lit: mix(palette.leaf, palette.sun, 0.3),
        skip: 0.6,
      })
    if (i === 1 || (layout === 'fields' && i === 3)) {
      for (let k = 0; k < 4; k++) {
        const x = w * (0.5 + side * (0.1 + k * 0.11)) + rng.range(-0.03, 0.03) * w
        paintTree(
          p,
          rng.fork(`bush${i}${k}`),
          x,
          line[Math.max(0, Math.min(w, Math.round(x)))] + u * 0.01,
          u * rng.range(0.07, 0.12) * (1 + t),
          foliage(p, plan.season, k),
        )
      }
    }
    if (
      layout === 'cottage' &&
      i === n - 2 &&
      (has(plan, 'house') ||
        !has(plan, 'castle', 'windmill', 'lighthouse', 'tower', 'horse', 'deer', 'train', 'car', 'palm'))
    ) {
      const hx = w * (0.5 + side * 0.17)
      const foot = line[Math.round(hx)] + u * 0.02
      paintTree(p, rng.fork('behind'), hx + side * u * 0.17, foot, u * 0.3, foliage(p, plan.season, 1))
      paintHouse(p, rng, hx, foot, u * 0.2, houseLook(p, night || plan.time === 'dusk'))
      paintTree(p, rng.fork('beside'), hx - side * u * 0.27, foot + u * 0.03, u * 0.2, foliage(p, plan.season, 2))
      path(p, hx, foot, side)
    }
    if (i === n - 2)
      paintGuests(p, plan, {
        ground: line,
        band: [base - h * 0.06, base + h * 0.02],
        depth: 0.12,
        size: 0.2,
        water: false,
        house: layout === 'fields' || layout === 'meadow',
      })
  }
  paintFlock(
    p,
    rng,
    w * (0.5 + side * 0.2),
    horizon * 0.5,
    u * 0.1,
    rng.int(3, 6),
    u * 0.03,
    mix(palette.deep, palette.far, 0.3),
  )
  if (winter && layout !== 'bigtree')
    paintTree(p, rng.fork('bare'), w * (0.5 - side * 0.36), h * 0.99, u * 0.62, foliage(p, plan.season, 0))
  if (layout === 'bigtree') {
    const x = w * (0.5 + side * rng.range(0.14, 0.22))
    const hx = w * (0.5 - side * 0.26)
    if (has(plan, 'house'))
      paintHouse(p, rng, hx, line[Math.round(hx)] + u * 0.015, u * 0.2, houseLook(p, night || plan.time === 'dusk'))
    paintTree(
      p,
      rng.fork('hero'),
      x,
      line[Math.round(x)] + u * 0.04,
      Math.min(h * 0.72, u * 0.74),
      foliage(p, plan.season, 0),
    )
  }
  const foot = (x: number): number =>
    Math.max(line[Math.max(0, Math.min(w, Math.round(x)))] + u * 0.04, h * 0.93) + u * 0.07
  if (!winter) {
    const g = [
      mix(palette.leaf, palette.deep, 0.55),
      mix(palette.leaf, palette.deep, 0.25),
      mix(palette.leaf, palette.sun, 0.3),
    ]
    paintGrass(p, rng, 0, w, foot, u * (layout === 'meadow' ? 0.2 : 0.1), 240, g)
    if (layout === 'meadow' || plan.season === 'spring' || has(plan, 'flower'))
      paintMeadowFlowers(
        p,
        rng,
        -u * 0.02,
        w + u * 0.02,
        foot,
        u * (layout === 'meadow' ? 0.34 : 0.2),
        layout === 'meadow' ? 70 : 34,
        [palette.accent, palette.accent2, mix(palette.accent, palette.light, 0.5), palette.light].map((c) =>
          night ? mix(c, palette.near, 0.45) : c,
        ),
        mix(palette.leaf, palette.deep, 0.4),
      )
  }
}

type Lie = {
  readonly base: number
  readonly index: number
  readonly winter: boolean
  /** The next hill's base. */
  readonly until: number | undefined
}

function hill(p: Painter, line: RidgeLine, body: Rgb, { base, index, winter, until }: Lie): void {
  const pts: Point[] = []
  for (let i = -1; i <= 61; i++)
    pts.push([(i / 60) * p.w, line[Math.max(0, Math.min(p.w, Math.round((i / 60) * p.w)))]])
  const from = index % 2 === 0 ? 0 : p.w
  fill(p, [[...pts.flatMap((c) => [c[0], c[1]]), p.w * 1.1, p.h + 20, -p.w * 0.1, p.h + 20]], {
    color: mix(body, p.palette.sun, 0.22),
    until,
    washes: [
      { color: body, x0: 0, y0: base - p.h * 0.12, x1: 0, y1: base + p.h * 0.05, grain: 0.7 },
      {
        color: winter ? mix(body, p.palette.far, 0.55) : mix(body, p.palette.deep, 0.42),
        x0: p.w / 2,
        y0: base,
        x1: from,
        y1: base + p.h * 0.12,
        grain: 0.8,
        strength: 0.75,
      },
    ],
  })
}

/** Ploughed rows that fan out downhill: one line of drawing gives a field its slope. */
function furrows(p: Painter, line: RidgeLine, body: Rgb, depth: number, index: number): void {
  const rng = p.rng.fork(`furrow${index}`)
  const from = rng.range(0, 0.5) * p.w
  const to = from + rng.range(0.35, 0.6) * p.w
  const focus = rng.range(0.2, 0.8) * p.w
  const color = mix(body, rng.chance(0.5) ? p.palette.deep : p.palette.light, 0.22)
  for (let x = from; x < to; x += p.u * 0.018) {
    const i = Math.max(0, Math.min(p.w, Math.round(x)))
    const spread = (x - focus) * 0.55
    fill(
      p,
      ribbon(
        [
          [x, line[i] + 1],
          [x + spread * 0.35, line[i] + depth * 0.5],
          [x + spread, line[i] + depth * 1.3],
        ],
        (t) => p.u * (0.0012 + 0.004 * t),
        5,
      ),
      {
        color,
        alpha: 0.5,
        plain: true,
        fade: { x0: 0, y0: line[i] + depth * 0.3, x1: 0, y1: line[i] + depth * 1.3, grain: 0.5 },
      },
    )
  }
}

function path(p: Painter, x: number, foot: number, side: number): void {
  const { u, h } = p
  const color = mix(p.palette.light, p.palette.accent2, 0.25)
  fill(
    p,
    ribbon(
      [
        [x + side * u * 0.03, foot],
        [x - side * u * 0.07, foot + (h - foot) * 0.3],
        [x + side * u * 0.05, foot + (h - foot) * 0.62],
        [x - side * u * 0.2, h * 1.04],
      ],
      (t) => u * (0.012 + 0.13 * t * t),
      12,
    ),
    {
      color,
      washes: [
        { color: mix(color, p.palette.ground, 0.55), x0: x, y0: foot, x1: x - side * u * 0.15, y1: h, grain: 0.7 },
      ],
    },
  )
}
