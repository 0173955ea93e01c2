import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import { createCurve } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { smooth } from '#sketch/core/path.ts'
import type { RidgeLine } from '#sketch/elements/ridge.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintCactus } from '#sketch/subjects/cactus.ts'
import { paintAir } from './air.ts'
import { paintGuests } from './guests.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

const layouts = ['dunes', 'mesas', 'oasis', 'crest'] as const

export function paintDesert(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('desert')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const horizon =
    h * { dunes: rng.range(0.48, 0.56), mesas: rng.range(0.62, 0.7), oasis: 0.58, crest: rng.range(0.4, 0.46) }[layout]
  const { side } = plan
  paintAir(
    p,
    plan,
    horizon,
    {
      x: w * (0.5 + side * 0.22),
      y: horizon * rng.range(0.35, 0.7),
      r: u * rng.range(0.06, 0.13),
      rings: rng.chance(0.35),
    },
    rng.pick(['none', 'strata', 'strata'] as const),
  )
  if (layout === 'mesas' || layout === 'oasis') mesas(p, horizon, side)
  else {
    const far = ridgeLine(p, rng.fork('far'), {
      base: horizon + h * 0.03,
      roll: h * 0.07,
      period: u * 0.4,
      rough: u * 0.008,
    })
    const c = depthColor(palette, 0.85)
    paintRidge(p, far, {
      color: c,
      lit: mix(c, palette.sun, 0.4),
      dark: mix(c, palette.far, 0.6),
      haze: palette.haze,
      hazeFrom: horizon - h * 0.06,
      hazeTo: horizon + h * 0.04,
      until: horizon + h * 0.08,
      facet: 0.6,
    })
  }
  const sand = mix(palette.far, palette.accent2, 0.3)
  const n = layout === 'mesas' ? 3 : 5
  let ground: RidgeLine = new Float32Array(w + 1).fill(horizon)
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1)
    const top = horizon + (h - horizon) * (0.02 + 0.78 * t * t)
    ground = dune(
      p,
      i,
      top,
      h * (0.05 + 0.11 * t) * (layout === 'crest' && i === 2 ? 2.1 : 1),
      mix(mix(sand, palette.haze, 0.55 * (1 - t)), palette.near, t * 0.28),
      t,
      i % 2 ? side : -side,
      i < n - 1 ? horizon + (h - horizon) * (0.02 + 0.78 * ((i + 1) / (n - 1)) ** 2) + h * 0.06 : undefined,
    )
    if (i === Math.max(1, n - 3))
      paintGuests(p, plan, { ground, band: [top - h * 0.03, top + h * 0.03], depth: 0.2, size: 0.25, water: false })
  }
  const cacti = layout === 'mesas' || has(plan, 'cactus') ? rng.int(2, 4) : layout === 'oasis' ? 2 : 0
  for (let i = 0; i < cacti; i++) {
    const x = w * (0.5 - side * (0.4 - i * 0.17)) + rng.range(-0.03, 0.03) * w
    const size = u * (0.34 - i * 0.09) * rng.range(0.85, 1.1)
    const foot = ground[Math.max(0, Math.min(w, Math.round(x)))] + u * 0.04
    paintCactus(
      p,
      rng.fork(`c${i}`),
      x,
      foot,
      size,
      mix(palette.leaf, palette.deep, 0.25),
      mix(palette.leaf, palette.sun, 0.45),
    )
  }
}

/** A dune is two planes meeting on an S-shaped crest: one in the sun, one in the shade. */
function dune(
  p: Painter,
  index: number,
  top: number,
  height: number,
  color: ReturnType<typeof mix>,
  t: number,
  side: number,
  until: number | undefined,
): RidgeLine {
  const rng = p.rng.fork(`dune${index}`)
  const curve = createCurve(rng, 2)
  const at = p.w * (0.5 + side * rng.range(0.05, 0.3))
  const spread = p.w * rng.range(0.35, 0.6)
  const crest = (x: number): number =>
    top - height * Math.exp(-(((x - at) / spread) ** 2)) - curve(x / (p.u * 0.7)) * height * 0.22
  const line: Point[] = []
  const ground = new Float32Array(p.w + 1)
  for (let x = 0; x <= p.w; x++) ground[x] = crest(x)
  for (let x = -20; x <= p.w + 20; x += p.w / 60) line.push([x, crest(x)])
  const body = [[...line.flatMap((c) => [c[0], c[1]]), p.w + 20, p.h + 20, -20, p.h + 20]]
  const lit = mix(color, p.palette.sun, 0.45)
  const shade = mix(color, mix(p.palette.near, p.palette.deep, 0.25 + t * 0.3), 0.62)
  fill(p, body, {
    color: lit,
    until,
    washes: [{ color, x0: 0, y0: top - height, x1: 0, y1: top + height * 2.2, grain: 0.8 }],
  })
  const fall: Point[] = []
  const depth = (p.h - top) * 1.1 + height
  for (let k = 0; k <= 12; k++) {
    const s = k / 12
    const x = at - p.lightSide * (Math.sin(s * Math.PI * 1.25) * spread * 0.22 - s * spread * 0.5)
    fall.push([x, crest(at) + s ** 1.1 * depth])
  }
  const spine = smooth(fall, false, 6)
  const away: number[] = []
  for (let k = 0; k <= 24; k++) {
    const x = at - p.lightSide * (1 - k / 24) * p.w * 1.3
    away.push(x, crest(x))
  }
  const edge = -p.lightSide * p.w * 1.3 + at
  fill(p, [[...away, ...spine, edge, p.h + 20]], {
    color: shade,
    until,
    washes: [
      {
        color: mix(shade, color, 0.75),
        x0: at,
        y0: 0,
        x1: at - p.lightSide * p.w * 0.55,
        y1: height * 0.4,
        grain: 0.7,
      },
    ],
  })
  return ground
}

function mesas(p: Painter, horizon: number, side: number): void {
  const rng = p.rng.fork('mesas')
  const specs = [
    { x: 0.5 - side * 0.1, w: 0.16, h: 0.1, d: 0.82 },
    { x: 0.5 + side * 0.36, w: 0.22, h: 0.17, d: 0.7 },
    { x: 0.5 - side * 0.3, w: 0.3, h: 0.26, d: 0.52 },
    { x: 0.5 + side * 0.08, w: 0.07, h: 0.22, d: 0.55 },
  ]
  for (const m of specs) {
    const curve = createCurve(rng.fork(`${m.x}`), 4)
    const x = m.x * p.w
    const half = m.w * p.u * 0.75
    const top = horizon - m.h * p.h
    const c = mix(depthColor(p.palette, m.d), p.palette.accent, 0.3)
    const line = new Float32Array(p.w + 1).fill(p.h * 2)
    for (let px = 0; px <= p.w; px++) {
      const d = Math.abs(px - x) / half
      const wall = d < 0.62 ? 0 : d < 0.7 ? (d - 0.62) * 3.2 : 0.26 + (d - 0.7) * 1.1
      if (wall < 1) line[px] = top + wall * (horizon - top) + curve(px / (p.u * 0.04)) * p.u * 0.006
    }
    paintRidge(p, line, {
      color: c,
      lit: mix(c, p.palette.sun, 0.45),
      dark: mix(c, p.palette.near, 0.75),
      haze: p.palette.haze,
      hazeFrom: horizon - m.h * p.h * 0.5,
      hazeTo: horizon + p.h * 0.02,
      until: horizon + p.h * 0.08,
      hazeMax: 0.7,
      facet: 0.9,
    })
    strata(p, x, half, top, horizon, c)
  }
}

function strata(
  p: Painter,
  x: number,
  half: number,
  top: number,
  horizon: number,
  color: ReturnType<typeof mix>,
): void {
  for (let i = 0; i < 4; i++) {
    const y = top + (horizon - top) * (0.07 + i * 0.06)
    fill(
      p,
      [
        [
          x - half * 0.62,
          y,
          x + half * 0.6,
          y - p.u * 0.001,
          x + half * 0.61,
          y + p.u * 0.003,
          x - half * 0.63,
          y + p.u * 0.004,
        ],
      ],
      { color: mix(color, p.palette.near, 0.7), alpha: 0.45 },
    )
  }
}
