import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, rect } from '#sketch/core/path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintSky } from '#sketch/elements/sky.ts'
import { paintStars, paintSun } from '#sketch/elements/sun.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import type { Sitter } from '#sketch/subjects/bust.ts'
import { paintBust } from '#sketch/subjects/bust.ts'
import { paintAstronaut, paintRobot } from '#sketch/subjects/machine-bust.ts'
import { paintLeaf } from '#sketch/subjects/sprig.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

const layouts = ['disc', 'land', 'leaves', 'split'] as const

export function paintPortrait(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('portrait')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const cosmic = has(plan, 'astronaut') || plan.time === 'night'
  const back = cosmic ? mix(palette.deep, palette.skyTop, 0.55) : mix(palette.skyTop, palette.haze, 0.35)
  if (layout === 'land') {
    paintSky(p, { horizon: h * 0.7, streaks: 0.3 })
    if (cosmic) paintStars(p, h * 0.7, 1.6)
    paintSun(p, { x: w * (0.5 - p.lightSide * 0.24), y: h * 0.26, r: u * 0.1, moon: cosmic })
    for (let i = 0; i < 3; i++) {
      const c = depthColor(palette, 0.85 - i * 0.25)
      const line = ridgeLine(p, rng.fork(`${i}`), {
        base: h * (0.68 + 0.12 * i),
        roll: h * 0.2,
        period: u * 0.34,
        rough: u * 0.01,
      })
      paintRidge(p, line, {
        color: c,
        lit: mix(c, palette.sun, 0.4),
        dark: mix(c, palette.near, 0.6),
        haze: palette.haze,
        hazeFrom: h * (0.66 + 0.1 * i),
        hazeTo: h * (0.84 + 0.1 * i),
        until: i < 2 ? h * (0.8 + 0.12 * i) + u * 0.015 : undefined,
        hazeMax: 0.6,
        facet: 0.8,
      })
    }
  } else {
    fill(p, rect(-2, -2, w + 4, h + 4), {
      color: back,
      plain: true,
      washes: [
        {
          color: mix(back, cosmic ? palette.deep : palette.light, 0.4),
          x0: w * 0.5,
          y0: h * 0.3,
          x1: w,
          y1: h * 1.05,
          radial: true,
          grain: 0.5,
        },
      ],
    })
    if (cosmic) paintStars(p, h, 1.6)
    if (layout === 'split')
      fill(p, rect(p.lightSide > 0 ? w / 2 : -2, -2, w / 2 + 2, h + 4), {
        color: mix(palette.accent2, back, cosmic ? 0.6 : 0.12),
        plain: true,
      })
    else
      paintSun(p, {
        x: w / 2,
        y: h * 0.4,
        r: Math.min(u * 0.36, h * 0.36),
        color: mix(palette.sun, palette.accent2, 0.35),
        glow: 0,
        rings: layout === 'disc',
      })
    if (layout === 'disc' && cosmic)
      fill(p, ellipse(w * 0.82, h * 0.16, u * 0.07), {
        color: palette.accent,
        washes: [{ color: palette.deep, x0: w * 0.82, y0: h * 0.14, x1: w * 0.76, y1: h * 0.22, grain: 0.7 }],
      })
  }
  if (layout === 'leaves' || layout === 'split') foliage(p, 14, 0.95)
  const size = Math.min(u * 0.8, h * 0.8, w * 0.9)
  if (has(plan, 'astronaut')) paintAstronaut(p, w / 2, h - size * 0.1, size * 0.98)
  else if (has(plan, 'robot')) paintRobot(p, w / 2, h - size * 0.08, size * 0.98)
  else paintBust(p, rng, w / 2 + rng.range(-0.03, 0.03) * w, h - size * 0.13, size, sitterOf(plan))
  if (layout === 'leaves') foliage(p, 8, 0.62)
}

function foliage(p: Painter, count: number, reach: number): void {
  const rng = p.rng.fork(`foliage${count}`)
  const { palette, u, w, h } = p
  for (let i = 0; i < count; i++) {
    const side = i % 2 ? 1 : -1
    const x = w * (0.5 + side * rng.range(0.42, 0.56))
    const y = h * (1.02 - (i / count) * reach)
    paintLeaf(
      p,
      rng.pick(['lance', 'oval'] as const),
      x,
      y,
      u * rng.range(0.16, 0.3),
      -side * rng.range(-0.3, 1.3),
      mix(palette.leaf, rng.chance(0.5) ? palette.deep : palette.light, rng.range(0.05, 0.35)),
    )
  }
}

function sitterOf(plan: Plan): Sitter {
  const { key } = plan.brief
  const man = /(^| )(man|boy|king|gentleman|father|grandfather|sailor|homme|mann|hombre|мужчина)( |$)/.test(key)
  return {
    variant: plan.layout,
    manner: man ? 'short' : 'long',
    hat: /(^| )(hat|cap|fedora|sailor|captain)( |$)/.test(key),
    flowers: !man && (has(plan, 'flower') || plan.layout % 2 === 0),
  }
}
