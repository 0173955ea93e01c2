import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, polygon, ribbon, unite } from '#sketch/core/path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintSky } from '#sketch/elements/sky.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintFish, paintWhale } from '#sketch/subjects/swimmers.ts'
import { branch } from '#sketch/subjects/tree.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

export function paintUnderwater(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('underwater')
  const { palette, u, w, h } = p
  const layout = plan.layout % 4
  const night = plan.time === 'night'
  // Water is lit from above: the palette's warm low sky would make soup of it.
  const light = mix(palette.skyLow, palette.skyTop, night ? 0.75 : 0.55)
  const deep = mix(palette.near, palette.deep, night ? 0.75 : 0.45)
  paintSky(p, { horizon: h, top: mix(light, palette.light, night ? 0.05 : 0.35), low: deep, streaks: 0 })
  const sx = w * rng.range(0.25, 0.75)
  for (let i = 0; i < 9; i++) {
    const a = rng.range(-0.9, 0.9)
    const wide = u * rng.range(0.015, 0.06)
    const low = sx + a * w * 0.9
    fill(
      p,
      polygon([
        [sx + a * w * 0.16 - wide, -5],
        [sx + a * w * 0.16 + wide, -5],
        [low + wide * 2.4, h * 0.9],
        [low - wide * 2.4, h * 0.9],
      ]),
      {
        color: palette.light,
        alpha: night ? 0.07 : 0.18,
        blend: 'screen',
        plain: true,
        fade: { x0: sx, y0: h * 0.05, x1: sx, y1: h * 0.88, grain: 0.4 },
      },
    )
  }
  for (let i = 0; i < 3; i++) {
    const c = mix(depthColor(palette, 0.62 - i * 0.2), deep, 0.35)
    const line = ridgeLine(p, rng.fork(`${i}`), {
      base: h * (0.86 + 0.06 * i),
      roll: h * 0.1,
      period: u * 0.3,
      rough: u * 0.012,
      peaks: [{ x: layout % 2 ? w * 0.05 : w * 0.95, height: h * (0.42 - 0.12 * i), width: w * 0.4 }],
    })
    paintRidge(p, line, {
      color: c,
      lit: mix(c, palette.light, 0.25),
      dark: mix(c, palette.deep, 0.5),
      haze: deep,
      hazeFrom: h * 0.75,
      hazeTo: h,
      until: i < 2 ? h * (0.92 + 0.06 * i) + u * 0.02 : undefined,
      hazeMax: 0.55,
      facet: 0.6,
    })
  }
  school(p, plan, w * rng.range(0.3, 0.7), h * rng.range(0.25, 0.45), layout === 1 ? 46 : 24)
  if (has(plan, 'whale')) {
    const n = Math.max(1, Math.min(3, countOf(plan, 'whale', 1)))
    for (let i = n - 1; i >= 0; i--)
      paintWhale(
        p,
        w * (0.5 + i * 0.12),
        h * (0.44 + i * 0.2),
        Math.min(w * 0.84, u * 1.05) * (1 - i * 0.42),
        (layout % 2 ? -0.16 : 0.1) * (layout > 1 ? -1 : 1),
        layout % 2 === 0,
        mix(palette.near, palette.deep, 0.25),
      )
  } else if (has(plan, 'fish')) {
    const n = Math.max(1, Math.min(9, countOf(plan, 'fish', rng.int(2, 4))))
    for (let i = 0; i < n; i++) {
      const t = n > 1 ? i / (n - 1) - 0.5 : 0
      paintFish(
        p,
        w * (0.5 + t * 0.56) + rng.range(-0.03, 0.03) * w,
        h * (0.46 + (i % 2 ? 0.13 : -0.1) + rng.range(-0.04, 0.04)),
        u * (n === 1 ? 0.56 : n < 4 ? 0.36 : 0.24) * rng.range(0.85, 1.12),
        rng.range(-0.2, 0.2),
        (i + layout) % 3 === 0,
        [palette.accent, palette.accent2, mix(palette.accent, palette.light, 0.4)][i % 3],
        true,
      )
    }
  }
  reef(p)
  for (let i = 0; i < 26; i++) {
    const r = u * rng.range(0.003, 0.012)
    const x = w * rng.pick([0.22, 0.7, 0.82]) + rng.range(-0.03, 0.03) * w
    const y = h * rng.range(0.1, 0.85)
    fill(p, ellipse(x, y, r), { color: palette.light, alpha: 0.45, plain: true })
    fill(p, ellipse(x, y, r * 0.75), { color: light, alpha: 0.55, plain: true })
  }
}

function school(p: Painter, plan: Plan, x: number, y: number, count: number): void {
  const rng = p.rng.fork('school')
  const color = mix(p.palette.near, p.palette.light, 0.3)
  for (let i = 0; i < count; i++) {
    const a = rng.range(0, 6.28)
    const d = Math.sqrt(rng.next())
    paintFish(
      p,
      x + Math.cos(a) * d * p.u * 0.34,
      y + Math.sin(a) * d * p.u * 0.13,
      p.u * rng.range(0.022, 0.04),
      rng.range(-0.15, 0.15),
      plan.layout % 2 === 0,
      color,
      false,
    )
  }
}

function reef(p: Painter): void {
  const rng = p.rng.fork('reef')
  const { palette, u, w, h } = p
  const tints = [
    palette.accent,
    palette.accent2,
    mix(palette.accent, palette.light, 0.4),
    palette.leaf,
    mix(palette.accent, palette.near, 0.5),
  ]
  for (let i = 0; i < 11; i++) {
    const edge = i % 2 ? rng.range(0.72, 1.02) : rng.range(-0.02, 0.3)
    const x = w * edge
    const c = mix(tints[i % tints.length], palette.deep, rng.range(0.05, 0.4))
    const form = {
      shadow: mix(c, palette.deep, 0.5),
      light: mix(c, palette.light, 0.4),
      dx: p.lightSide * 0.3,
      dy: -1,
      radius: u * 0.008,
      grain: 0.9,
    }
    if (i % 3 === 0) {
      const parts: Path[] = []
      for (let b = 0; b < 5; b++) {
        const bx = x + (b - 2) * u * 0.03
        const sway = rng.range(-0.05, 0.05) * u
        const height = u * rng.range(0.25, 0.5)
        parts.push(
          ribbon(
            [
              [bx, h * 1.02],
              [bx + sway, h - height * 0.35],
              [bx - sway, h - height * 0.7],
              [bx + sway, h - height],
            ],
            (t) => u * 0.026 * Math.sin(Math.PI * Math.min(1, t + 0.12)) ** 0.7,
            10,
          ),
        )
      }
      fill(p, unite(...parts), {
        color: mix(palette.leaf, palette.deep, 0.35),
        form: { ...form, shadow: palette.deep, light: mix(palette.leaf, palette.light, 0.3) },
      })
    } else if (i % 3 === 1) {
      const parts: Path[] = []
      branch(rng, parts, [], x, h * 1.01, -Math.PI / 2, u * 0.1, u * 0.036, 4)
      fill(p, unite(...parts), { color: c, form })
    } else {
      const parts = Array.from({ length: 9 }, () =>
        ellipse(x + rng.range(-0.08, 0.08) * u, h - rng.range(0, 0.08) * u, u * rng.range(0.025, 0.05)),
      )
      fill(p, unite(...parts), { color: c, form: { ...form, radius: u * 0.02 } })
    }
  }
}
