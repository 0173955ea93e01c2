import { mix } from '#sketch/core/color.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { paintMist } from '#sketch/elements/clouds.ts'
import type { Peak, RidgeLine } from '#sketch/elements/ridge.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintGlints, paintWater } from '#sketch/elements/water.ts'
import { paintWaterfall } from '#sketch/elements/waterfall.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintBridge } from '#sketch/subjects/bridge.ts'
import { paintGrass } from '#sketch/subjects/grass.ts'
import { paintPine, paintPineLine } from '#sketch/subjects/pine.ts'
import { paintAir } from './air.ts'
import { paintGuests } from './guests.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

const layouts = ['lake', 'valley', 'summit', 'layers'] as const

export function paintMountains(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('mountains')
  const wanted = layouts[plan.layout % layouts.length]
  // Low ranges leave a waterfall nowhere to fall from.
  const layout = wanted === 'layers' && has(plan, 'waterfall') ? 'summit' : wanted
  const water =
    layout === 'lake' ||
    plan.brief.places.includes('river') ||
    has(plan, 'boat', 'fish', 'crane', 'bridge', 'waterfall')
  const tall = p.h > p.w * 1.1
  const shoreline = {
    lake: rng.range(0.56, 0.64),
    valley: rng.range(0.6, 0.68),
    summit: rng.range(0.68, 0.75),
    layers: rng.range(0.5, 0.56),
  }[layout]
  const horizon = p.h * (water ? shoreline : layout === 'layers' ? 0.8 : rng.range(0.66, 0.76))
  const sideX = plan.side > 0 ? 0.28 : 0.72
  const sun = {
    lake: { x: p.w * (1 - sideX), y: horizon * rng.range(0.3, 0.5), r: p.u * rng.range(0.045, 0.07) },
    valley: { x: p.w * rng.range(0.42, 0.58), y: horizon * rng.range(0.5, 0.62), r: p.u * rng.range(0.07, 0.1) },
    summit: { x: p.w * (1 - sideX), y: horizon * rng.range(0.2, 0.34), r: p.u * rng.range(0.035, 0.055) },
    layers: { x: p.w * sideX, y: horizon * rng.range(0.22, 0.34), r: p.u * rng.range(0.1, 0.15) },
  }[layout]
  paintAir(
    p,
    plan,
    horizon,
    { ...sun, rings: layout === 'layers' && rng.chance(0.4) },
    layout === 'layers' ? 'none' : 'auto',
  )

  const ranges = layout === 'layers' ? 6 : 3
  let last: RidgeLine = new Float32Array(0)
  const baseOf = (i: number): number => {
    const t = i / (ranges - 1)
    return water ? horizon * (0.66 + 0.36 * t) : p.h * (0.46 + 0.5 * t)
  }
  for (let i = 0; i < ranges; i++) {
    const t = i / (ranges - 1)
    const depth = layout === 'layers' ? 0.98 - t * 0.72 : 0.9 - t * 0.45
    const base = layout === 'layers' ? baseOf(i) : horizon + p.h * 0.01
    const peaks = peaksFor(p, layout, i, ranges, sideX, horizon, tall)
    const line = ridgeLine(p, rng.fork(`r${i}`), {
      base,
      roll: p.h * (layout === 'layers' ? 0.12 : 0.05 + 0.05 * (1 - t)),
      period: p.u * (layout === 'layers' ? rng.range(0.3, 0.5) : 0.35),
      rough: p.u * (layout === 'layers' ? 0.008 + 0.006 * t : 0.012),
      peaks,
    })
    const body = depthColor(p.palette, depth)
    const summitY = line.reduce((a, b) => Math.min(a, b), p.h)
    const snowy = plan.season === 'winter' || (layout !== 'layers' && i <= 1)
    const night = plan.time === 'night'
    paintRidge(p, line, {
      color: body,
      lit: mix(body, night ? p.palette.skyLow : p.palette.sun, night ? 0.35 : 0.42),
      dark: mix(body, depthColor(p.palette, Math.max(0, depth - 0.32)), 0.75),
      haze: p.palette.haze,
      hazeFrom: layout === 'layers' ? base - p.h * 0.1 : horizon - p.h * (0.24 - t * 0.1),
      hazeTo: layout === 'layers' ? base + p.h * 0.07 : horizon + p.h * 0.04,
      hazeMax: layout === 'layers' ? 0.82 : 0.85 - t * 0.2,
      facet: layout === 'layers' ? 0.35 : 0.95,
      until:
        layout === 'layers'
          ? i < ranges - 1 || water
            ? Math.min(baseOf(i + 1), water ? horizon : p.h) + p.u * 0.03
            : undefined
          : i < ranges - 1 || water
            ? horizon + p.h * 0.01 + p.u * 0.03
            : undefined,
      snow: snowy
        ? {
            line: summitY + (base - summitY) * (plan.season === 'winter' ? 0.6 : 0.3),
            lit: mix(p.palette.light, p.palette.haze, 0.08 + (1 - t) * 0.12),
            dark: mix(body, p.palette.light, night ? 0.25 : 0.4),
          }
        : undefined,
    })
    if (has(plan, 'waterfall') && i === ranges - 1) fallFrom(p, line, Math.min(horizon, base + p.u * 0.02))
    if (i === ranges - 2) paintMist(p, base - p.h * 0.02, p.h * 0.07, p.palette.haze, 0.55)
    if (i >= ranges - 2 && layout !== 'summit') {
      const c = depthColor(p.palette, depth - 0.2)
      paintPineLine(p, rng.fork(`pines${i}`), line, {
        from: 0,
        to: p.w,
        height: p.u * (0.02 + 0.02 * t),
        gap: p.u * 0.012,
        color: c,
        skip: 0.3,
        haze: { color: p.palette.haze, y0: base - p.h * 0.12, y1: base + p.h * 0.08 },
      })
    }
    last = line
  }

  if (water) {
    const shore = ridgeLine(p, rng.fork('shore'), {
      base: horizon + p.u * 0.004,
      roll: p.u * 0.03,
      period: p.u * 0.5,
      rough: p.u * 0.004,
    })
    const c = depthColor(p.palette, 0.3)
    paintRidge(p, shore, {
      color: c,
      lit: c,
      dark: c,
      haze: p.palette.haze,
      hazeFrom: horizon - p.u * 0.01,
      hazeTo: horizon + p.u * 0.05,
      hazeMax: 0.35,
      facet: 0,
      until: horizon,
    })
    paintPineLine(p, rng.fork('shorepines'), shore, {
      from: 0,
      to: p.w,
      height: p.u * 0.055,
      gap: p.u * 0.016,
      color: depthColor(p.palette, 0.24),
      lit: mix(p.palette.leaf, p.palette.sun, 0.25),
      skip: 0.2,
    })
    paintGuests(p, plan, { ground: shore, band: [horizon - p.u * 0.01, horizon], depth: 0.2, size: 0.09, water: false })
    paintWater(p, {
      top: horizon,
      near: mix(p.palette.near, p.palette.deep, 0.4),
      far: mix(p.palette.skyLow, p.palette.far, 0.35),
      mirror: 0.85,
      chop: rng.range(0.05, 0.35),
    })
    if (has(plan, 'bridge')) paintBridge(p, horizon)
    paintGlints(p, horizon + p.u * 0.015, p.h, p.palette.light, 26)
    paintGlints(p, horizon + p.u * 0.01, p.h * 0.97, p.palette.sun, 30, { x: sun.x, spread: p.u * 0.06 })
    paintGuests(p, plan, {
      band: [horizon + p.h * 0.05, horizon + (p.h - horizon) * 0.5],
      depth: 0.1,
      size: 0.14,
      water: true,
    })
  } else {
    paintGuests(p, plan, {
      ground: last,
      band: [horizon - p.h * 0.08, horizon + p.h * 0.05],
      depth: 0.15,
      size: 0.1,
      water: false,
    })
  }
  paintForeground(p, plan, layout, sideX, water)
}

function peaksFor(
  p: Painter,
  layout: (typeof layouts)[number],
  i: number,
  ranges: number,
  sideX: number,
  horizon: number,
  tall: boolean,
): Peak[] {
  const rng = p.rng.fork(`peaks${i}`)
  if (layout === 'layers') return []
  const lift = (tall ? 0.82 : 1) * horizon
  const t = i / (ranges - 1)
  if (layout === 'summit' && i === 1) {
    return [
      { x: p.w * sideX, height: lift * rng.range(0.64, 0.74), width: p.u * rng.range(0.62, 0.8) },
      { x: p.w * (sideX + (sideX < 0.5 ? 0.34 : -0.34)), height: lift * 0.34, width: p.u * 0.42 },
    ]
  }
  if (layout === 'valley') {
    const gap = 0.05 + 0.11 * (1 - t)
    return [-1, 1].flatMap((side) => [
      {
        x: p.w * (0.5 + side * (0.5 - gap * 0.4)),
        height: lift * (0.42 + 0.2 * t) * rng.range(0.8, 1.15),
        width: p.w * (0.42 - gap),
      },
      {
        x: p.w * (0.5 + side * (0.27 + gap * 0.2)),
        height: lift * (0.24 + 0.1 * t) * rng.range(0.8, 1.2),
        width: p.w * 0.22,
      },
    ])
  }
  const n = layout === 'summit' ? (i === 0 ? 5 : 4) : 4 + (i === 0 ? 2 : 0)
  return Array.from({ length: n }, (_, k) => ({
    x: p.w * ((k + rng.range(0.1, 0.9)) / n),
    height: lift * (layout === 'summit' ? 0.2 + 0.1 * (1 - t) : 0.55 - 0.22 * t) * rng.range(0.55, 1.12),
    width: p.u * rng.range(0.22, 0.4),
  }))
}

/** A low bank of reeds instead of pines: leaves the water open. */
function paintReeds(p: Painter, left: boolean): void {
  const rng = p.rng.fork('reeds')
  const { u, w, h, palette } = p
  const from = left ? -u * 0.05 : w * 0.5
  paintGrass(p, rng, from, from + w * 0.55, () => h * 1.02, u * 0.34, 120, [
    mix(palette.deep, palette.near, 0.15),
    palette.deep,
    mix(palette.leaf, palette.deep, 0.35),
  ])
}

function paintForeground(
  p: Painter,
  plan: Plan,
  layout: (typeof layouts)[number],
  sideX: number,
  water: boolean,
): void {
  const rng = p.rng.fork('foreground')
  const deep = p.palette.deep
  const lit = mix(p.palette.leaf, p.palette.sun, 0.2)
  const base = p.h * 1.02
  const near = ridgeLine(p, rng, {
    base,
    roll: p.h * 0.05,
    period: p.u * 0.6,
    rough: p.u * 0.006,
    peaks:
      layout === 'valley' && !water
        ? [{ x: p.w * (sideX > 0.5 ? 1.02 : -0.02), height: p.h * 0.3, width: p.w * 0.9 }]
        : [{ x: p.w * (sideX > 0.5 ? 0 : 1), height: p.h * 0.13, width: p.w * 0.75 }],
  })
  const ground =
    plan.season === 'winter' ? mix(p.palette.light, p.palette.far, 0.22) : mix(p.palette.ground, deep, 0.45)
  paintRidge(p, near, {
    color: ground,
    lit: mix(ground, p.palette.leaf, 0.55),
    dark: mix(ground, deep, 0.6),
    haze: deep,
    hazeFrom: p.h * 0.92,
    hazeTo: p.h * 1.05,
    hazeMax: plan.season === 'winter' ? 0.15 : 0.7,
    facet: 0.45,
  })
  if (water && layout === 'layers') {
    paintReeds(p, sideX > 0.5)
    return
  }
  const left = sideX > 0.5
  paintPineLine(p, rng.fork('mid'), near, {
    from: 0,
    to: p.w,
    height: p.u * 0.1,
    gap: p.u * 0.05,
    color: mix(deep, p.palette.near, 0.3),
    lit,
    skip: 0.5,
  })
  const n = rng.int(2, 4)
  for (let i = 0; i < n; i++) {
    const t = (left ? 0 : 1) + (left ? 1 : -1) * (0.015 + i * 0.085 + rng.range(0, 0.05))
    const x = t * p.w
    const foot = near[Math.max(0, Math.min(p.w, Math.round(x)))] + p.u * 0.02
    paintPine(
      p,
      rng,
      x,
      foot,
      p.u * rng.range(0.3, 0.55) * (1 - i * 0.17),
      mix(deep, p.palette.near, 0.12 + i * 0.06),
      lit,
    )
  }
}

/** Down from the highest point of the ridge that lies well inside the sheet. */
function fallFrom(p: Painter, line: RidgeLine, foot: number): void {
  let best = Math.round(p.w * 0.5)
  for (let x = Math.round(p.w * 0.18); x < p.w * 0.82; x++) if (line[x] < line[best]) best = x
  const top = line[best] + (foot - line[best]) * 0.16
  paintWaterfall(p, best, Math.min(top, foot - p.u * 0.16), foot)
}
