import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ribbon } from '#sketch/core/path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintGlints, paintWater } from '#sketch/elements/water.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintFlock } from '#sketch/subjects/birds.ts'
import { paintSailboat } from '#sketch/subjects/boat.ts'
import { paintPineLine } from '#sketch/subjects/pine.ts'
import { paintAir } from './air.ts'
import { paintGuests } from './guests.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

const layouts = ['sunset', 'islands', 'cliffs', 'waves'] as const

export function paintSea(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('sea')
  const { palette, u, w, h } = p
  const wanted = layouts[plan.layout % layouts.length]
  const layout = wanted === 'cliffs' && has(plan, 'whale') ? 'islands' : wanted
  const storm = plan.weather === 'storm'
  const horizon =
    h *
    {
      sunset: rng.range(0.56, 0.64),
      islands: rng.range(0.46, 0.54),
      cliffs: rng.range(0.48, 0.56),
      waves: rng.range(0.32, 0.42),
    }[layout]
  const { side } = plan
  const sunX = w * (0.5 + side * (layout === 'sunset' ? rng.range(0, 0.12) : rng.range(0.16, 0.3)))
  const low = layout === 'sunset'
  const sun = {
    x: sunX,
    y: horizon - (low ? u * rng.range(0.01, 0.08) : horizon * rng.range(0.45, 0.65)),
    r: u * (low ? rng.range(0.1, 0.15) : rng.range(0.05, 0.075)),
    rings: low && rng.chance(0.3),
  }
  paintAir(p, plan, horizon, sun, layout === 'waves' ? 'cumulus' : layout === 'islands' ? 'cumulus' : 'auto')
  if (layout === 'islands') islands(p, plan, horizon, -side)
  if (layout === 'sunset' || layout === 'cliffs') farCoast(p, plan, horizon, -side, layout === 'cliffs')
  paintGuests(p, plan, { band: [horizon - u * 0.01, horizon], depth: 0.35, size: 0.16, water: false })
  const near = mix(palette.near, palette.deep, 0.35)
  paintWater(p, {
    top: horizon,
    near,
    far: mix(palette.skyLow, palette.near, 0.45),
    mirror: storm ? 0.35 : 0.62,
    chop: storm ? 0.9 : rng.range(0.25, 0.55),
  })
  paintGlints(p, horizon + u * 0.004, h, mix(palette.light, palette.far, 0.2), 70)
  paintGlints(p, horizon + u * 0.003, h * 0.98, palette.sun, low ? 90 : 50, { x: sunX, spread: sun.r * 0.95 })
  if (has(plan, 'boat') || (plan.brief.subjects.length === 0 && layout !== 'cliffs')) {
    const n = Math.min(5, countOf(plan, 'boat', rng.int(1, 2)) || 1)
    for (let i = 0; i < n; i++) {
      const t = n > 1 ? i / (n - 1) : 0.4
      const y = horizon + (h - horizon) * (0.1 + 0.3 * (1 - t)) * (layout === 'waves' ? 0.35 : 1)
      const x = w * (0.5 - side * (0.2 - t * 0.36)) + rng.range(-0.04, 0.04) * w
      paintSailboat(
        p,
        x,
        y,
        u * (0.25 - 0.13 * t) * rng.range(0.9, 1.1),
        {
          hull: rng.chance(0.5) ? palette.accent : palette.deep,
          sail: palette.light,
          jib: rng.chance(0.5) ? palette.accent2 : mix(palette.light, palette.skyLow, 0.6),
          shade: palette.deep,
        },
        side < 0,
      )
    }
  }
  paintGuests(p, plan, {
    band: [horizon + (h - horizon) * 0.18, horizon + (h - horizon) * 0.45],
    depth: 0.1,
    size: 0.34,
    water: true,
  })
  paintFlock(
    p,
    rng,
    w * (0.5 - side * 0.2),
    horizon * rng.range(0.35, 0.6),
    u * 0.13,
    rng.int(4, 8),
    u * 0.035,
    mix(palette.deep, palette.far, 0.2),
  )
  if (layout === 'waves' || storm) bigWaves(p, horizon)
  if (layout === 'cliffs') nearCliff(p, plan, side, horizon)
  if (layout === 'islands' && rng.chance(0.6)) beach(p)
}

function farCoast(p: Painter, plan: Plan, horizon: number, side: number, high: boolean): void {
  const rng = p.rng.fork('coast')
  for (let i = 0; i < 2; i++) {
    const c = depthColor(p.palette, 0.82 - i * 0.25)
    const x = p.w * (0.5 + side * (0.5 - i * 0.04))
    const line = ridgeLine(p, rng.fork(`${i}`), {
      base: horizon + 2,
      roll: 0,
      period: p.u,
      rough: p.u * 0.006,
      peaks: [
        { x, height: p.h * (high ? 0.2 : 0.11) * (1 - i * 0.4), width: p.w * (0.55 - i * 0.15) },
        { x: x - side * p.w * 0.22, height: p.h * 0.07 * (1 - i * 0.3), width: p.w * 0.25 },
      ],
    })
    paintRidge(p, line, {
      color: c,
      lit: mix(c, p.palette.sun, 0.4),
      dark: mix(c, p.palette.near, 0.6),
      haze: p.palette.haze,
      hazeFrom: horizon - p.h * 0.1,
      hazeTo: horizon + p.h * 0.02,
      until: horizon + 2,
      hazeMax: 0.6,
      facet: 0.7,
      snow:
        plan.season === 'winter'
          ? { line: horizon - p.h * 0.03, lit: p.palette.light, dark: mix(c, p.palette.light, 0.5) }
          : undefined,
    })
  }
}

function islands(p: Painter, plan: Plan, horizon: number, side: number): void {
  const rng = p.rng.fork('islands')
  const spots = [
    { x: 0.5 + side * 0.34, s: 1 },
    { x: 0.5 - side * 0.16, s: 0.5 },
    { x: 0.5 - side * 0.42, s: 0.7 },
  ]
  spots.forEach((spot, i) => {
    const c = depthColor(p.palette, 0.75 - spot.s * 0.4)
    const line = ridgeLine(p, rng.fork(`${i}`), {
      base: horizon + p.u * 0.012,
      roll: 0,
      period: p.u,
      rough: p.u * 0.005,
      peaks: [
        { x: p.w * spot.x, height: p.u * 0.22 * spot.s, width: p.u * 0.22 * spot.s + p.u * 0.05 },
        { x: p.w * spot.x + p.u * 0.1 * spot.s, height: p.u * 0.12 * spot.s, width: p.u * 0.16 * spot.s },
      ],
    })
    paintRidge(p, line, {
      color: c,
      lit: mix(c, p.palette.sun, 0.45),
      dark: mix(c, p.palette.deep, 0.5),
      haze: p.palette.haze,
      hazeFrom: horizon - p.u * 0.05,
      hazeTo: horizon + p.u * 0.02,
      until: horizon + 2,
      hazeMax: 0.4,
      facet: 0.9,
    })
    if (plan.season !== 'winter')
      paintPineLine(p, rng.fork(`t${i}`), line, {
        from: p.w * spot.x - p.u * 0.16 * spot.s,
        to: p.w * spot.x + p.u * 0.2 * spot.s,
        height: p.u * 0.035 * spot.s,
        gap: p.u * 0.018 * spot.s,
        color: mix(c, p.palette.deep, 0.5),
        skip: 0.3,
      })
  })
}

/** Hokusai's rule: rows of swells, each with a pale crest and a dark belly. */
function bigWaves(p: Painter, horizon: number): void {
  const rng = p.rng.fork('waves')
  const rows = 6
  for (let i = 0; i < rows; i++) {
    const t = i / (rows - 1)
    const y = horizon + (p.h - horizon) * (0.22 + t * 0.72)
    const period = p.u * (0.16 + t * 0.3)
    const height = p.u * (0.022 + t * 0.05)
    const shift = rng.next() * period
    const crest: [number, number][] = []
    for (let x = -period; x <= p.w + period; x += period / 8) {
      const f = ((((x + shift) / period) % 1) + 1) % 1
      crest.push([
        x,
        y -
          height * (f < 0.62 ? (f / 0.62) ** 2 : ((1 - f) / 0.38) ** 1.4) +
          p.edge(x / period + i * 9) * height * 0.25,
      ])
    }
    const body = mix(mix(p.palette.far, p.palette.near, 0.4 + t * 0.6), p.palette.deep, t * 0.45)
    const path = [[...crest.flatMap((c) => [c[0], c[1]]), p.w + period, p.h + 9, -period, p.h + 9]]
    const next = horizon + (p.h - horizon) * (0.22 + ((i + 1) / (rows - 1)) * 0.72)
    fill(p, path, {
      color: body,
      until: i < rows - 1 ? next + p.u * 0.03 : undefined,
      washes: [
        {
          color: mix(body, p.palette.deep, 0.7),
          x0: 0,
          y0: y - height,
          x1: 0,
          y1: y + height * 3.5,
          grain: 0.6,
          strength: 0.85,
        },
      ],
    })
    const foam = mix(p.palette.light, body, 0.12)
    const per = crest.length / 8 + 1
    const rise = (s: number): number => Math.max(0, Math.sin(s * Math.PI * per + i * 2.1))
    fill(
      p,
      ribbon(
        crest.map((c) => [c[0], c[1] + height * 0.05] as const),
        (s) => height * (0.02 + 0.2 * rise(s) ** 2),
        3,
      ),
      { color: foam, plain: true },
    )
    for (let k = 1; k <= 2; k++)
      fill(
        p,
        ribbon(
          crest.map((c) => [c[0] - height * 0.3 * k, c[1] + height * 0.34 * k] as const),
          (s) => height * 0.075 * rise(s + 0.012 * k) ** 1.5,
          3,
        ),
        { color: mix(foam, body, 0.25 + k * 0.22), plain: true },
      )
  }
}

function nearCliff(p: Painter, plan: Plan, side: number, horizon: number): void {
  const rng = p.rng.fork('cliff')
  const c = mix(p.palette.ground, p.palette.deep, 0.35)
  const x = side > 0 ? p.w * 1.02 : -p.w * 0.02
  const line = ridgeLine(p, rng, {
    base: p.h * 1.03,
    roll: p.h * 0.02,
    period: p.u * 0.4,
    rough: p.u * 0.012,
    peaks: [
      { x, height: p.h * 1.03 - horizon + p.h * 0.06, width: p.w * 0.62 },
      { x: x - side * p.w * 0.22, height: (p.h - horizon) * 0.55, width: p.w * 0.4 },
    ],
  })
  paintRidge(p, line, {
    color: c,
    lit: mix(c, p.palette.accent2, 0.4),
    dark: mix(c, p.palette.deep, 0.7),
    haze: p.palette.deep,
    hazeFrom: p.h * 0.9,
    hazeTo: p.h * 1.1,
    hazeMax: 0.5,
    facet: 0.9,
    snow:
      plan.season === 'winter'
        ? { line: horizon + p.h * 0.1, lit: p.palette.light, dark: mix(c, p.palette.light, 0.55) }
        : undefined,
  })
  paintPineLine(p, rng.fork('trees'), line, {
    from: side > 0 ? p.w * 0.68 : 0,
    to: side > 0 ? p.w : p.w * 0.32,
    height: p.u * 0.16,
    gap: p.u * 0.05,
    color: p.palette.deep,
    lit: p.palette.leaf,
    skip: 0.25,
  })
}

function beach(p: Painter): void {
  const rng = p.rng.fork('beach')
  const sand = mix(p.palette.skyLow, p.palette.accent2, 0.22)
  const line = ridgeLine(p, rng, { base: p.h * 0.97, roll: p.h * 0.1, period: p.u * 0.9, rough: 0 })
  const edge = Array.from(
    { length: 40 },
    (_, i) => [((i - 1) / 37) * p.w, line[Math.max(0, Math.min(p.w, Math.round(((i - 1) / 37) * p.w)))]] as const,
  )
  fill(
    p,
    ribbon(
      edge.map((e) => [e[0], e[1] - p.u * 0.006] as const),
      (t) => p.u * (0.016 + 0.008 * Math.sin(t * 31)),
      3,
    ),
    { color: p.palette.light, plain: true },
  )
  paintRidge(p, line, {
    color: sand,
    lit: sand,
    dark: sand,
    haze: mix(sand, p.palette.accent, 0.25),
    hazeFrom: p.h * 0.9,
    hazeTo: p.h * 1.1,
    facet: 0,
  })
}
