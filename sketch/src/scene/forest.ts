import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, polygon, ribbon, unite } from '#sketch/core/path.ts'
import { paintMist } from '#sketch/elements/clouds.ts'
import { ridgeLine } from '#sketch/elements/ridge.ts'
import { paintSky } from '#sketch/elements/sky.ts'
import { paintStars, paintSun } from '#sketch/elements/sun.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { foliage } from '#sketch/subjects/foliage.ts'
import { paintPineLine, pinePath } from '#sketch/subjects/pine.ts'
import { branch } from '#sketch/subjects/tree.ts'
import { leavesOnTheWind, paintForestFloor } from './forest-floor.ts'
import type { Plan } from './plan.ts'

const layouts = ['trunks', 'pines', 'birches', 'clearing'] as const

export function paintForest(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('forest')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const floor = h * rng.range(0.72, 0.8)
  const night = plan.time === 'night'
  const glow = mix(palette.skyLow, palette.sun, 0.25)
  paintSky(p, { horizon: floor, top: mix(palette.skyTop, palette.haze, night ? 0 : 0.4), low: glow, streaks: 0.2 })
  if (night) paintStars(p, floor * 0.8, 0.8)
  const sunX = w * rng.range(0.35, 0.65)
  paintSun(p, { x: sunX, y: floor * rng.range(0.36, 0.55), r: u * rng.range(0.08, 0.14), glow: 0.6, moon: night })
  const rows = 4
  for (let i = 0; i < rows; i++) {
    const t = i / (rows - 1)
    const color = mix(
      depthColor(palette, 0.94 - t * 0.8),
      foliage(p, plan.season, i).crown,
      plan.season === 'winter'
        ? 0.05
        : plan.season === 'autumn' && layout !== 'birches' && layout !== 'trunks'
          ? 0.62 - 0.2 * t
          : 0.14 + 0.12 * (1 - t),
    )
    const base = floor - h * 0.04 + h * 0.06 * t
    if (layout === 'pines' || (layout === 'clearing' && i < rows - 1)) {
      const line = ridgeLine(p, rng.fork(`p${i}`), { base: base + h * 0.02, roll: h * 0.03, period: u * 0.5, rough: 0 })
      paintPineLine(p, rng.fork(`t${i}`), line, {
        from: -u * 0.1,
        to: w + u * 0.1,
        height: u * (0.24 + 0.34 * t),
        gap: u * (0.035 + 0.085 * t),
        color,
        lit: mix(color, palette.sun, 0.28),
        skip: layout === 'clearing' ? 0.2 + 0.3 * t : 0.1 + 0.3 * t,
        haze: { color: palette.haze, y0: base - h * 0.2, y1: base + h * 0.03 },
      })
    } else trunks(p, plan, i, t, base, color, layout === 'birches')
    if (i < rows - 1) paintMist(p, base - h * 0.01, h * 0.13, mix(palette.haze, palette.light, 0.25), 0.62 - 0.3 * t)
    if (i === 2) shafts(p, sunX, floor, night ? 0.1 : 0.22)
  }
  paintForestFloor(p, plan, floor)
  if (plan.season === 'autumn') leavesOnTheWind(p, floor)
  if (layout === 'clearing') {
    for (const s of [-1, 1]) {
      const x = w * (0.5 + s * rng.range(0.4, 0.5))
      fill(p, pinePath(rng, x, h * 1.02, h * rng.range(0.75, 0.95), u * rng.range(0.36, 0.46)), {
        color: palette.deep,
        washes: [
          {
            color: mix(palette.leaf, palette.deep, 0.35),
            x0: x,
            y0: h,
            x1: x - s * u * 0.25,
            y1: h * 0.6,
            grain: 0.9,
          },
        ],
      })
    }
  }
}

function trunks(
  p: Painter,
  plan: Plan,
  row: number,
  t: number,
  base: number,
  color: ReturnType<typeof mix>,
  birch: boolean,
): void {
  const rng = p.rng.fork(`trunks${row}`)
  const { u, w, palette } = p
  const n = Math.round((15 - 10 * t) * (w / u))
  const lit = mix(color, palette.sun, 0.45)
  const wide = u * (0.014 + 0.052 * t * t)
  const stems: Path[] = []
  const marks: Path[] = []
  for (let i = 0; i < n; i++) {
    let x = ((i + rng.range(0.1, 0.9)) / n) * w
    // Leave a way into the picture: the nearest trunks stand to the sides.
    if (t > 0.7 && Math.abs(x / w - 0.5) < 0.2) x += (x > w / 2 ? 1 : -1) * w * 0.2
    const lean = rng.range(-0.03, 0.03) * p.h
    const k = wide * rng.range(0.7, 1.3)
    stems.push(
      ribbon(
        [
          [x, base + p.h * 0.03 * t + u * 0.02],
          [x + lean * 0.2, base - p.h * 0.3],
          [x + lean, -u * 0.05],
        ],
        (s) => k * (1 - 0.4 * s) + (s < 0.06 ? k * (0.06 - s) * 9 : 0),
        12,
      ),
    )
    for (let b = 0; b < 3; b++)
      branch(
        rng,
        stems,
        [],
        x + lean * 0.3,
        base - p.h * rng.range(0.3, 0.7),
        -Math.PI / 2 + (rng.chance(0.5) ? 1 : -1) * rng.range(0.5, 1),
        u * rng.range(0.06, 0.14),
        k * 0.25,
        1,
      )
    if (birch)
      for (let m = 0; m < 13; m++) {
        const y = base - rng.next() ** 0.8 * p.h * 0.75
        const mx = x + lean * ((base - y) / base) + rng.range(-0.4, 0.3) * k
        marks.push(
          ribbon(
            [
              [mx, y],
              [mx + k * rng.range(0.15, 0.45), y + k * 0.06],
            ],
            (s) => k * 0.12 * Math.sin(Math.PI * s) + 0.4,
            3,
          ),
        )
      }
  }
  const bark = birch ? mix(palette.light, color, 0.42 - t * 0.3) : color
  fill(p, unite(...stems), {
    color: bark,
    form: {
      shadow: birch ? mix(bark, color, 0.6) : mix(color, palette.deep, 0.4),
      light: birch ? palette.light : lit,
      dx: p.lightSide,
      dy: 0,
      radius: Math.max(2, wide * 0.28),
      grain: 0.8,
    },
    washes: [
      {
        color: palette.haze,
        x0: 0,
        y0: base - p.h * 0.16,
        x1: 0,
        y1: base + p.h * 0.02,
        grain: 0.5,
        strength: 0.8 * (1 - t),
      },
    ],
  })
  if (birch) fill(p, unite(...marks), { color: mix(palette.deep, color, 0.5 - 0.4 * t), alpha: 0.85, plain: true })
  // The farthest row's leaves would be lost in the haze and under the others.
  if (plan.season !== 'winter' && row > 0) canopy(p, plan, row, t)
}

function canopy(p: Painter, plan: Plan, row: number, t: number): void {
  const rng = p.rng.fork(`canopy${row}`)
  const { u, w, h } = p
  const look = foliage(p, plan.season, row)
  for (let layer = 0; layer < 2; layer++) {
    const parts: Path[] = []
    const n = Math.round((70 + 60 * layer) * (w / u))
    for (let i = 0; i < n; i++) {
      const x = rng.range(-0.05, 1.05) * w
      const edge = Math.abs(x / w - 0.5) * 2
      const reach = h * (0.07 + 0.2 * edge ** 1.5 * (0.5 + t)) * (0.8 + 0.35 * p.edge(x / (u * 0.08) + row * 7))
      const y = reach * rng.next() ** 0.8 - u * 0.01
      const size = u * rng.range(0.012, 0.03) * (0.8 + 0.5 * t)
      parts.push(ellipse(x, y, size * 1.5, size * 0.62, rng.range(-0.9, 0.9), 12))
    }
    const c = mix(
      mix(look.crown, p.palette.haze, 0.5 * (1 - t)),
      layer === 0 ? look.dark : look.lit,
      layer === 0 ? 0.4 : 0.12,
    )
    fill(p, unite(...parts), {
      color: c,
      form: {
        shadow: mix(c, look.dark, 0.55),
        light: look.lit,
        dx: p.lightSide * 0.4,
        dy: 1,
        radius: u * 0.012,
        grain: 1,
        strength: 0.6,
      },
    })
  }
}

function shafts(p: Painter, x: number, floor: number, strength: number): void {
  const rng = p.rng.fork('shafts')
  for (let i = 0; i < 3; i++) {
    const a = rng.range(-0.5, 0.5)
    const top = x + a * p.w * 0.25
    const low = x + a * p.w * 1.5
    const wide = p.u * rng.range(0.02, 0.08)
    fill(
      p,
      polygon([
        [top - wide * 0.3, -5],
        [top + wide * 0.3, -5],
        [low + wide * 1.6, floor * 1.08],
        [low - wide * 1.6, floor * 1.08],
      ]),
      {
        color: p.palette.sun,
        alpha: strength,
        plain: true,
        blend: 'screen',
        fade: { x0: x, y0: floor * 0.35, x1: x, y1: floor * 1.08, grain: 0.4 },
      },
    )
  }
}
