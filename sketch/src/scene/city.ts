import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, polygon, rect } from '#sketch/core/path.ts'
import { paintMist } from '#sketch/elements/clouds.ts'
import { paintRain } from '#sketch/elements/rain.ts'
import { paintGlints, paintWater } from '#sketch/elements/water.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintFlock } from '#sketch/subjects/birds.ts'
import { paintBridge } from '#sketch/subjects/bridge.ts'
import { paintAir } from './air.ts'
import { paintGuests } from './guests.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'
import { paintSkyline } from './skyline.ts'
import { paintStreet, vanishing } from './street.ts'

const layouts = ['river', 'street', 'roofs', 'skyline'] as const

export function paintCity(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('city')
  const { palette, u, w, h } = p
  let layout: (typeof layouts)[number] = layouts[plan.layout % layouts.length]
  if (has(plan, 'umbrella', 'person', 'car') || plan.brief.key.includes('street'))
    layout = layout === 'roofs' ? 'roofs' : 'street'
  const night = plan.time === 'night'
  const dim = night || plan.time === 'dusk' || plan.weather === 'rain'
  const horizon =
    h * { river: 0.64, street: [0.5, 0.62, 0.6, 0.66][plan.layout % 4], roofs: 0.7, skyline: 0.84 }[layout]
  const sunX = layout === 'street' ? w * vanishing(plan) : w * rng.range(0.25, 0.75)
  paintAir(p, plan, horizon, {
    x: sunX,
    y: horizon * (layout === 'street' ? 0.62 : rng.range(0.25, 0.5)),
    r: u * rng.range(0.07, 0.13),
  })
  if (layout === 'street') paintStreet(p, plan, horizon, dim)
  else {
    const rows = layout === 'skyline' ? 4 : 3
    for (let i = 0; i < rows; i++) {
      const t = i / (rows - 1)
      paintSkyline(
        p,
        i,
        horizon + (layout === 'skyline' ? h * 0.06 * i : 0),
        h * (layout === 'roofs' ? 0.24 : 0.46) * (1 - t * (layout === 'skyline' ? 0.35 : 0.5)),
        depthColor(palette, 0.86 - t * 0.56),
        t,
        dim && i > 0,
      )
      if (i < rows - 1) paintMist(p, horizon, h * 0.1, palette.haze, 0.6 - 0.25 * t)
    }
    if (layout === 'river') {
      fill(p, rect(-2, horizon - u * 0.012, w + 4, u * 0.014), { color: depthColor(palette, 0.2) })
      paintWater(p, {
        top: horizon,
        near: mix(palette.near, palette.deep, 0.4),
        far: mix(palette.skyLow, palette.near, 0.35),
        mirror: 0.85,
        chop: 0.35,
      })
      paintGlints(p, horizon, h, dim ? palette.accent2 : palette.light, 80)
      if (has(plan, 'bridge') || rng.chance(0.5)) paintBridge(p, horizon)
      paintGuests(p, plan, { band: [horizon + h * 0.08, horizon + h * 0.16], depth: 0.1, size: 0.16, water: true })
    }
    if (layout === 'roofs')
      for (let i = 0; i < 3; i++) roofs(p, i, horizon + (h - horizon) * (0.12 + 0.4 * i), u * (0.11 + 0.06 * i), dim)
    paintFlock(p, rng, w * rng.range(0.3, 0.7), horizon * 0.35, u * 0.1, rng.int(3, 7), u * 0.028, palette.deep)
  }
  if (plan.weather === 'rain') paintRain(p)
}

function roofs(p: Painter, row: number, base: number, size: number, lit: boolean): void {
  const rng = p.rng.fork(`roofs${row}`)
  const { palette, w } = p
  for (let x = -size * rng.range(0, 1); x < w + size; x += size * rng.range(0.75, 1.05)) {
    const hgt = size * rng.range(0.8, 1.5)
    const half = size * rng.range(0.4, 0.52)
    const y = base + rng.range(-0.2, 0.2) * size
    const wall = mix(
      rng.pick([palette.light, palette.skyLow, palette.accent2, palette.far]),
      palette.near,
      lit ? 0.5 : 0.16 + 0.1 * (2 - row),
    )
    const roof = mix(
      rng.pick([palette.accent, mix(palette.accent, palette.near, 0.5), palette.near]),
      palette.deep,
      lit ? 0.4 : 0.1,
    )
    fill(p, rect(x - half, y - hgt, half * 2, p.h), {
      color: wall,
      washes: [
        {
          color: mix(wall, palette.deep, 0.5),
          x0: x + p.lightSide * half,
          y0: 0,
          x1: x - p.lightSide * half * 1.4,
          y1: 0,
          grain: 0.7,
          strength: 0.7,
        },
      ],
    })
    fill(p, rect(x + half * 0.35, y - hgt - size * 0.62, size * 0.12, size * 0.4), {
      color: mix(roof, palette.deep, 0.3),
    })
    fill(
      p,
      polygon([
        [x - half * 1.14, y - hgt + 1],
        [x, y - hgt - size * 0.52],
        [x + half * 1.14, y - hgt + 1],
      ]),
      {
        color: roof,
        washes: [{ color: mix(roof, palette.deep, 0.5), x0: x, y0: y, x1: x - p.lightSide * half, y1: y, grain: 0.6 }],
      },
    )
    for (let r = 0; r < 3; r++)
      for (const dx of [-0.5, 0.1]) {
        if (rng.chance(0.2)) continue
        fill(p, rect(x + dx * half, y - hgt + size * (0.16 + r * 0.34), half * 0.4, size * 0.19), {
          color: lit && rng.chance(0.7) ? mix(palette.accent2, palette.light, 0.3) : mix(palette.deep, wall, 0.25),
          plain: true,
        })
      }
    if (rng.chance(0.12))
      fill(p, ellipse(x, y - hgt - size * 0.2, half * 0.16), { color: palette.accent2, plain: true })
  }
}
