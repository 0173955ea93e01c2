/** What stands behind and before an animal that fills the sheet. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { blob, ellipse, rect } from '#sketch/core/path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintSky } from '#sketch/elements/sky.ts'
import { paintStars, paintSun } from '#sketch/elements/sun.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { foliage } from '#sketch/subjects/foliage.ts'
import { paintGrass, paintMeadowFlowers } from '#sketch/subjects/grass.ts'
import { paintPine, paintPineLine } from '#sketch/subjects/pine.ts'
import { paintLeaf } from '#sketch/subjects/sprig.ts'
import { paintTree } from '#sketch/subjects/tree.ts'
import type { Plan } from './plan.ts'

export type CreatureLayout = 'disc' | 'trail' | 'close' | 'den'

const snowOf = (p: Painter): Rgb => mix(p.palette.light, p.palette.haze, 0.18)

export function paintBackdrop(p: Painter, plan: Plan, layout: CreatureLayout, night: boolean, foot: number): void {
  if (layout === 'disc') disc(p, plan, night, foot)
  else if (layout === 'close') thicket(p, plan, night)
  else land(p, plan, layout, night, foot)
}

function disc(p: Painter, plan: Plan, night: boolean, foot: number): void {
  const { palette, u, w, h } = p
  const back = night ? palette.skyTop : mix(palette.skyLow, palette.haze, 0.4)
  fill(p, rect(-2, -2, w + 4, h + 4), {
    color: back,
    plain: true,
    washes: [
      {
        color: mix(back, night ? palette.deep : palette.skyTop, 0.5),
        x0: w / 2,
        y0: h * 0.45,
        x1: w * 1.05,
        y1: -h * 0.1,
        radial: true,
        grain: 0.5,
      },
    ],
  })
  if (night) paintStars(p, h * 0.8, 1)
  const r = Math.min(u * 0.34, h * 0.36)
  paintSun(p, {
    x: w / 2,
    y: h * 0.44,
    r,
    color: night ? palette.sun : mix(palette.accent2, palette.sun, 0.4),
    glow: 0,
    moon: night,
  })
  if (plan.season !== 'winter') return
  const rng = p.rng.fork('pines')
  for (const s of [-1, 1]) {
    for (let i = 0; i < 3; i++) {
      const x = w * 0.5 + s * (u * (0.5 - i * 0.12) + Math.max(0, w - u) * 0.25)
      const color = mix(depthColor(palette, 0.28 + i * 0.2), palette.leaf, 0.25)
      paintPine(p, rng.fork(`${s}${i}`), x, foot + u * 0.02, u * rng.range(0.34, 0.5) * (1 - i * 0.2), color, snowOf(p))
    }
  }
}

/** Face to face: only soft discs of light and the leaves one looks through. */
function thicket(p: Painter, plan: Plan, night: boolean): void {
  const rng = p.rng.fork('thicket')
  const { palette, u, w, h } = p
  const winter = plan.season === 'winter'
  const back = winter
    ? mix(palette.skyTop, palette.haze, night ? 0.1 : 0.35)
    : mix(palette.leaf, palette.deep, night ? 0.75 : 0.5)
  fill(p, rect(-2, -2, w + 4, h + 4), {
    color: mix(back, palette.light, night ? 0.06 : 0.2),
    plain: true,
    washes: [
      {
        color: mix(back, palette.deep, 0.35),
        x0: w * 0.5,
        y0: h * 0.35,
        x1: w * 1.1,
        y1: h * 1.05,
        radial: true,
        grain: 0.5,
      },
    ],
  })
  const glow = winter ? [palette.light, palette.skyLow, palette.haze] : [palette.sun, palette.accent2, palette.leaf]
  for (let i = 0; i < 22; i++) {
    const r = u * rng.range(0.025, 0.11)
    const x = rng.next() * w
    const y = rng.next() * h * 0.95
    fill(p, ellipse(x, y, r), {
      color: rng.pick(glow),
      alpha: rng.range(0.1, 0.3),
      plain: true,
      fade: { x0: x, y0: y, x1: x + r * 1.25, y1: y, radial: true, grain: 0.25 },
    })
  }
}

function land(p: Painter, plan: Plan, layout: CreatureLayout, night: boolean, foot: number): void {
  const rng = p.rng.fork('backdrop')
  const { palette, u, w, h } = p
  const winter = plan.season === 'winter'
  const den = layout === 'den'
  paintSky(p, { horizon: foot, streaks: 0.3 })
  if (night) paintStars(p, foot, 1.4)
  paintSun(p, {
    x: w * (0.5 + plan.side * (den ? 0.24 : -0.22)),
    y: h * (den ? 0.24 : 0.3),
    r: u * (den ? 0.1 : 0.13),
    moon: night,
    glow: 0.5,
  })
  const rows = 4
  for (let i = 0; i < rows; i++) {
    const t = i / (rows - 1)
    const c = mix(
      depthColor(palette, 0.88 - t * (winter ? 0.25 : 0.4)),
      winter ? palette.light : palette.leaf,
      winter ? 0.25 + 0.45 * t : 0.1 + 0.3 * t,
    )
    const base = h * ((den ? 0.5 : 0.56) + 0.1 * i)
    const line = ridgeLine(p, rng.fork(`${i}`), { base, roll: h * 0.12, period: u * 0.5, rough: i < 2 ? u * 0.008 : 0 })
    paintRidge(p, line, {
      color: c,
      lit: mix(c, winter ? palette.light : palette.sun, 0.4),
      dark: mix(c, winter ? palette.far : palette.near, 0.5),
      haze: palette.haze,
      hazeFrom: base,
      hazeTo: base + h * 0.15,
      hazeMax: 0.5,
      facet: 0.5,
      until: i < rows - 1 ? base + h * 0.1 + u * 0.012 : undefined,
    })
    if (i > 0 && i < rows - 1)
      paintPineLine(p, rng.fork(`t${i}`), line, {
        from: 0,
        to: w,
        height: u * 0.075 * (1 + t),
        gap: u * 0.024,
        color: depthColor(palette, 0.62 - 0.3 * t),
        skip: den ? 0.3 : 0.5,
      })
  }
  if (!den) return
  const x = w * (0.5 - plan.side * 0.33)
  if (winter) {
    for (const [dx, k] of [
      [-0.02, 1],
      [-0.2, 0.72],
    ])
      paintPine(
        p,
        rng.fork(`den${k}`),
        x + dx * u * plan.side,
        foot + u * 0.04,
        Math.min(h * 0.72, u * 0.78) * k,
        mix(depthColor(palette, 0.22), palette.leaf, 0.3),
        snowOf(p),
      )
  } else paintTree(p, rng.fork('den'), x, foot + u * 0.05, Math.min(h * 0.7, u * 0.74), foliage(p, plan.season, 0))
}

/** The ground in front, its grass and flowers, or snow. */
export function paintFront(p: Painter, plan: Plan, layout: CreatureLayout, foot: number): void {
  const rng = p.rng.fork('front')
  const { palette, u, w, h } = p
  const winter = plan.season === 'winter'
  if (layout === 'close') {
    sides(p, plan)
    return
  }
  const ground = winter ? snowOf(p) : mix(palette.leaf, palette.deep, 0.35)
  fill(
    p,
    blob(
      [
        [-w * 0.1, foot + u * 0.02],
        [w * 0.3, foot - u * 0.005],
        [w * 0.7, foot + u * 0.01],
        [w * 1.1, foot - u * 0.01],
        [w * 1.2, h * 1.3],
        [-w * 0.2, h * 1.3],
      ],
      14,
    ),
    {
      color: ground,
      washes: [
        {
          color: winter ? mix(ground, palette.far, 0.45) : mix(ground, palette.deep, 0.6),
          x0: 0,
          y0: foot,
          x1: 0,
          y1: h * 1.05,
          grain: 0.8,
        },
      ],
    },
  )
  if (winter) return
  const y = (): number => foot + u * rng.range(0.03, 0.15)
  paintGrass(p, rng, 0, w, y, u * 0.1, 170, [
    mix(palette.leaf, palette.deep, 0.6),
    mix(palette.leaf, palette.deep, 0.2),
    mix(palette.leaf, palette.sun, 0.35),
  ])
  if (plan.season !== 'autumn')
    paintMeadowFlowers(
      p,
      rng,
      0,
      w,
      y,
      u * 0.15,
      20,
      [palette.accent, palette.accent2, palette.light],
      mix(palette.leaf, palette.deep, 0.4),
    )
}

/** Drifts and tufts laid over the animal's feet. */
export function paintFeet(p: Painter, plan: Plan, x: number, foot: number, reach: number): void {
  const rng = p.rng.fork('feet')
  const { palette, u } = p
  if (plan.season !== 'winter') {
    paintGrass(p, rng, x - reach, x + reach, () => foot + u * 0.02, u * 0.05, 40, [
      mix(palette.leaf, palette.deep, 0.35),
      mix(palette.leaf, palette.sun, 0.2),
    ])
    return
  }
  const snow = snowOf(p)
  const points = [-1.15, -0.7, -0.2, 0.35, 0.8, 1.2].map(
    (t) => [x + t * reach, foot + u * (Math.abs(t) > 1 ? 0.022 : rng.range(-0.014, 0.004))] as const,
  )
  fill(p, blob([...points, [x + reach * 1.2, foot + u * 0.05], [x - reach * 1.2, foot + u * 0.05]], 10), {
    color: mix(snow, palette.light, 0.4),
    washes: [{ color: mix(snow, palette.far, 0.1), x0: x, y0: foot, x1: x, y1: foot + u * 0.05, grain: 0.8 }],
    fade: { x0: x, y0: foot + u * 0.02, x1: x, y1: foot + u * 0.05, grain: 0.6 },
  })
}

function sides(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('sides')
  const { palette, u, w, h } = p
  if (plan.season === 'winter') {
    for (let i = 0; i < 30; i++) {
      const r = u * rng.range(0.006, 0.02)
      const x = rng.next() * w
      const y = rng.next() * h
      fill(p, ellipse(x, y, r), {
        color: palette.light,
        alpha: 0.85,
        plain: true,
        fade: { x0: x, y0: y, x1: x + r, y1: y, radial: true, grain: 0.4 },
      })
    }
    return
  }
  for (let i = 0; i < 26; i++) {
    const side = i % 2 ? 1 : -1
    const x = w * (0.5 + side * (0.5 + rng.range(-0.02, 0.06)))
    const y = h * (1.05 - (i / 26) * 1.05)
    const c = plan.season === 'autumn' ? rng.pick([palette.accent, palette.accent2, palette.leaf]) : palette.leaf
    paintLeaf(
      p,
      rng.pick(['lance', 'oval'] as const),
      x,
      y,
      u * rng.range(0.16, 0.3),
      -side * rng.range(0.2, 2),
      mix(c, rng.chance(0.5) ? palette.deep : palette.sun, rng.range(0.05, 0.35)),
    )
  }
}
