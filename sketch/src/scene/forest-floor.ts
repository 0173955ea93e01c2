import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse } from '#sketch/core/path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintGrass, paintMeadowFlowers } from '#sketch/subjects/grass.ts'
import { paintGuests } from './guests.ts'
import type { Plan } from './plan.ts'

export function paintForestFloor(p: Painter, plan: Plan, floor: number): void {
  const rng = p.rng.fork('floor')
  const { palette, u, w, h } = p
  const winter = plan.season === 'winter'
  const body = winter
    ? mix(palette.light, palette.haze, 0.3)
    : plan.season === 'autumn'
      ? mix(palette.ground, palette.accent, 0.3)
      : mix(palette.leaf, palette.ground, 0.5)
  for (let i = 0; i < 3; i++) {
    const t = i / 2
    const base = floor + (h - floor) * (0.22 + 0.75 * t)
    const line = ridgeLine(p, rng.fork(`g${i}`), { base, roll: h * 0.05, period: u * 0.5, rough: u * 0.003 })
    const c = mix(mix(body, palette.haze, 0.4 * (1 - t)), palette.deep, winter ? 0.08 * t : 0.2 + 0.38 * t)
    paintRidge(p, line, {
      color: c,
      lit: mix(c, palette.sun, 0.3),
      dark: mix(c, palette.deep, 0.3),
      haze: mix(c, palette.deep, 0.4),
      hazeFrom: base,
      hazeTo: base + h * 0.15,
      until: i < 2 ? floor + (h - floor) * (0.22 + 0.375 * (i + 1)) + u * 0.01 : undefined,
      facet: 0.4,
    })
    if (i === 0) {
      paintGuests(p, plan, {
        ground: line,
        band: [base - h * 0.02, base + h * 0.03],
        depth: 0.08,
        size: 0.26,
        water: false,
      })
    }
    if (!winter && i === 2) {
      const foot = (x: number): number => line[Math.max(0, Math.min(w, Math.round(x)))] + u * 0.05
      paintGrass(p, rng, 0, w, foot, u * 0.13, 220, [
        mix(palette.leaf, palette.deep, 0.7),
        mix(palette.leaf, palette.deep, 0.4),
        mix(body, palette.sun, 0.2),
      ])
      if (plan.season !== 'autumn')
        paintMeadowFlowers(
          p,
          rng,
          0,
          w,
          foot,
          u * 0.15,
          22,
          [palette.accent2, palette.light, palette.accent].map((c) =>
            mix(c, palette.near, plan.time === 'night' ? 0.5 : 0.05),
          ),
          mix(palette.leaf, palette.deep, 0.5),
        )
    }
  }
}

export function leavesOnTheWind(p: Painter, floor: number): void {
  const rng = p.rng.fork('leaves')
  for (let i = 0; i < 150; i++) {
    const onGround = i > 45
    const y = onGround ? floor + (p.h - floor) * rng.next() ** 0.7 : rng.range(0.15, 1) * floor
    const size = p.u * (onGround ? 0.004 + 0.009 * ((y - floor) / (p.h - floor)) : rng.range(0.005, 0.011))
    fill(p, ellipse(rng.next() * p.w, y, size, size * rng.range(0.35, 0.6), rng.range(-0.8, 0.8), 10), {
      color: mix(rng.pick([p.palette.accent, p.palette.accent2, p.palette.ground]), p.palette.light, rng.range(0, 0.2)),
      alpha: 0.9,
      plain: true,
    })
  }
}
