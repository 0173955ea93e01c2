import type { Rgb } from '../core/colour.ts'
import { hex, mix } from '../core/colour.ts'
import { fill } from '../core/fill.ts'
import type { Painter } from '../core/painter.ts'
import type { Path } from '../core/path.ts'
import { blob, rect, ribbon, unite } from '../core/path.ts'
import { paintRidge, ridgeLine } from '../elements/ridge.ts'
import { paintSky } from '../elements/sky.ts'
import { paintStars, paintSun } from '../elements/sun.ts'
import { depthColour } from '../palette/palette.ts'
import { paintGrass, paintMeadowFlowers } from '../subjects/grass.ts'
import { paintCrane, paintOwl, paintSongbird } from '../subjects/perched.ts'
import { paintPineLine } from '../subjects/pine.ts'
import type { Species } from '../subjects/sitter.ts'
import { paintSitter } from '../subjects/sitter.ts'
import { paintLeaf } from '../subjects/sprig.ts'
import { branch } from '../subjects/tree.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

const layouts = ['disc', 'meadow', 'jungle', 'dusk'] as const

export function paintCreature(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('creature')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const night = plan.time === 'night' || (layout === 'dusk' && has(plan, 'owl'))
  const tree = has(plan, 'owl', 'bird')
  const foot = h * (tree ? 0.72 : 0.88)
  backdrop(p, plan, layout, night, foot)
  const coats: readonly Rgb[] = [
    mix(palette.accent, palette.accent2, 0.35),
    mix(palette.deep, palette.near, 0.35),
    mix(palette.light, palette.accent2, 0.3),
    mix(palette.accent2, palette.accent, 0.25),
  ]
  const dress = plan.brief.colours[0] ? palette.accent : undefined
  if (tree) {
    perch(p, plan, foot)
    const owl = has(plan, 'owl')
    const n = Math.max(1, Math.min(5, countOf(plan, owl ? 'owl' : 'bird', 1)))
    for (let i = 0; i < n; i++) {
      const size = Math.min(u * 0.52, h * 0.55, (w * 0.8) / n) * (owl ? 1 : 0.8)
      const x = w * ((i + 0.5) / n) + (n === 1 ? rng.range(-0.05, 0.05) * w : 0)
      if (owl) paintOwl(p, x, foot + u * 0.01, size, dress ?? mix(palette.near, palette.accent2, 0.35 + 0.1 * i))
      else
        paintSongbird(
          p,
          x,
          foot - u * 0.005,
          size,
          dress ?? [palette.near, palette.far, palette.leaf, palette.deep][(i + plan.layout) % 4],
          i % 2 ? palette.accent2 : palette.accent,
          rng.chance(0.5),
        )
    }
  } else if (has(plan, 'crane')) {
    const n = Math.max(1, Math.min(4, countOf(plan, 'crane', rng.int(1, 2))))
    for (let i = 0; i < n; i++)
      paintCrane(
        p,
        w * (0.5 + (n > 1 ? (i / (n - 1) - 0.5) * 0.5 : 0)),
        foot + u * 0.02 * i,
        Math.min(u * 0.66, h * 0.6) * (1 - i * 0.18),
        mix(palette.light, palette.paper, 0.3),
        i % 2 === 0,
      )
  } else {
    const species = (['fox', 'cat', 'dog', 'rabbit', 'bear'] as const).find((s) => has(plan, s)) ?? 'cat'
    const n = Math.max(1, Math.min(4, countOf(plan, species, 1)))
    const natural: Record<Exclude<Species, 'owl'>, Rgb> = {
      fox: mix(palette.accent, palette.accent2, 0.35),
      cat: coats[plan.layout % 4],
      dog: mix(palette.accent2, palette.near, 0.25),
      rabbit: mix(palette.light, palette.far, 0.25),
      bear: mix(hex('#8f5f40'), palette.near, 0.25),
    }
    for (let i = 0; i < n; i++) {
      const size = Math.min(u * 0.58, h * 0.56) * (n > 1 ? 0.72 - 0.06 * i : 1)
      paintSitter(
        p,
        species,
        w * (0.5 + (n > 1 ? (i / (n - 1) - 0.5) * Math.min(0.6, 0.22 * n) : rng.range(-0.06, 0.06))),
        foot + (i % 2) * u * 0.03,
        size,
        dress ?? (i ? coats[(i + plan.layout) % 4] : natural[species]),
      )
    }
  }
  front(p, plan, layout, foot, tree)
}

function backdrop(p: Painter, plan: Plan, layout: (typeof layouts)[number], night: boolean, foot: number): void {
  const rng = p.rng.fork('backdrop')
  const { palette, u, w, h } = p
  if (layout === 'disc' || layout === 'jungle') {
    const back = night
      ? palette.skyTop
      : layout === 'jungle'
        ? mix(palette.leaf, palette.deep, 0.55)
        : mix(palette.skyLow, palette.haze, 0.4)
    fill(p, rect(-2, -2, w + 4, h + 4), {
      colour: back,
      plain: true,
      washes: [
        {
          colour: mix(back, night ? palette.deep : palette.haze, 0.5),
          x0: w / 2,
          y0: h * 0.4,
          x1: w * 1.1,
          y1: h,
          radial: true,
          grain: 0.5,
        },
      ],
    })
    if (night) paintStars(p, h * 0.8, 1)
    paintSun(p, {
      x: w / 2,
      y: h * 0.44,
      r: u * 0.33,
      colour: night ? palette.sun : mix(palette.accent2, palette.sun, layout === 'jungle' ? 0.5 : 0.25),
      glow: 0,
      moon: night,
    })
    return
  }
  paintSky(p, { horizon: foot, streaks: 0.3 })
  if (night) paintStars(p, foot, 1.2)
  paintSun(p, {
    x: w * rng.range(0.3, 0.7),
    y: h * 0.34,
    r: u * (layout === 'dusk' ? 0.2 : 0.09),
    moon: night,
    glow: 0.5,
  })
  for (let i = 0; i < 4; i++) {
    const t = i / 3
    const c = mix(
      depthColour(palette, 0.88 - t * 0.4),
      plan.season === 'winter' ? palette.light : palette.leaf,
      0.1 + 0.3 * t,
    )
    const line = ridgeLine(p, rng.fork(`${i}`), {
      base: h * (0.6 + 0.11 * i),
      roll: h * 0.12,
      period: u * 0.5,
      rough: i < 2 ? u * 0.008 : 0,
    })
    paintRidge(p, line, {
      colour: c,
      lit: mix(c, palette.sun, 0.35),
      dark: mix(c, palette.near, 0.5),
      haze: palette.haze,
      hazeFrom: h * (0.6 + 0.1 * i),
      hazeTo: h * (0.75 + 0.1 * i),
      until: i < 3 ? h * (0.71 + 0.11 * i) + u * 0.012 : foot + u * 0.03,
      hazeMax: 0.5,
      facet: 0.5,
    })
    if (i > 0 && i < 3)
      paintPineLine(p, rng.fork(`t${i}`), line, {
        from: 0,
        to: w,
        height: u * 0.06 * (1 + t),
        gap: u * 0.02,
        colour: depthColour(palette, 0.6 - 0.3 * t),
        skip: 0.5,
      })
  }
}

function perch(p: Painter, plan: Plan, foot: number): void {
  const rng = p.rng.fork('perch')
  const { palette, u, w } = p
  const side = rng.chance(0.5) ? 1 : -1
  const wood = mix(palette.deep, palette.near, 0.25)
  const parts: Path[] = [
    ribbon(
      [
        [w * (0.5 - side * 0.65), foot + u * 0.1],
        [w * (0.5 - side * 0.25), foot + u * 0.025],
        [w * (0.5 + side * 0.15), foot + u * 0.025],
        [w * (0.5 + side * 0.6), foot - u * 0.05],
      ],
      (t) => u * (0.062 - 0.038 * t),
      14,
    ),
  ]
  for (let i = 0; i < 5; i++)
    branch(
      rng,
      parts,
      [],
      w * (0.5 + side * (0.2 + i * 0.075)),
      foot + u * (0.015 - i * 0.008),
      (side > 0 ? 0 : Math.PI) + (i % 2 ? -1 : 1) * side * rng.range(0.4, 0.9),
      u * 0.13,
      u * 0.014,
      1,
    )
  fill(p, unite(...parts), {
    colour: wood,
    form: {
      shadow: palette.deep,
      light: mix(wood, palette.sun, 0.4),
      dx: 0.2 * p.lightSide,
      dy: -1,
      radius: u * 0.012,
      grain: 0.9,
    },
  })
  const bloom = plan.season === 'spring'
  for (let i = 0; i < 17; i++) {
    const t = rng.range(-0.6, 0.6)
    const x = w * (0.5 + t)
    if (Math.abs(x - w / 2) < u * 0.2 && rng.chance(0.7)) continue
    const y = foot + u * (0.02 - side * t * 0.09)
    const c =
      plan.season === 'autumn'
        ? rng.pick([palette.accent, palette.accent2])
        : plan.season === 'winter'
          ? palette.light
          : bloom
            ? mix(palette.accent, palette.light, 0.45)
            : palette.leaf
    paintLeaf(
      p,
      bloom ? 'round' : 'lance',
      x,
      y,
      u * rng.range(0.08, 0.13) * (bloom ? 0.5 : 1),
      rng.range(0.7, 2.4) * (rng.chance(0.5) ? 1 : -1),
      mix(c, palette.deep, rng.range(0, 0.25)),
    )
  }
}

function front(p: Painter, plan: Plan, layout: (typeof layouts)[number], foot: number, tree: boolean): void {
  const rng = p.rng.fork('front')
  const { palette, u, w, h } = p
  if (layout === 'jungle') {
    for (let i = 0; i < 26; i++) {
      const edge = i / 26
      const side = i % 2 ? 1 : -1
      const x = w * (0.5 + side * (0.5 + rng.range(-0.02, 0.06)))
      const y = h * (1.05 - edge * 1.05)
      paintLeaf(
        p,
        rng.pick(['lance', 'oval'] as const),
        x,
        y,
        u * rng.range(0.16, 0.3),
        -side * rng.range(0.2, 2),
        mix(
          plan.season === 'winter' ? palette.far : palette.leaf,
          rng.chance(0.5) ? palette.deep : palette.sun,
          rng.range(0.05, 0.35),
        ),
      )
    }
  }
  if (tree) return
  const ground =
    plan.season === 'winter' ? mix(palette.light, palette.haze, 0.2) : mix(palette.leaf, palette.deep, 0.35)
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
      colour: ground,
      washes: [
        {
          colour: mix(ground, palette.deep, plan.season === 'winter' ? 0.2 : 0.6),
          x0: 0,
          y0: foot,
          x1: 0,
          y1: h * 1.05,
          grain: 0.8,
        },
      ],
    },
  )
  if (plan.season === 'winter') return
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
