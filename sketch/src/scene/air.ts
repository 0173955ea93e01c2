/** The sky every outdoor scene starts from: gradient, stars, sun or moon, clouds. */
import { mix } from '#sketch/core/color.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { paintCumulus, paintStrata } from '#sketch/elements/clouds.ts'
import { paintRainbow } from '#sketch/elements/rainbow.ts'
import { paintSky } from '#sketch/elements/sky.ts'
import { paintStars, paintSun } from '#sketch/elements/sun.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

export type Air = { readonly sunX: number; readonly sunY: number; readonly sunR: number }

export function paintAir(
  p: Painter,
  plan: Plan,
  horizon: number,
  sun: { x: number; y: number; r: number; rings?: boolean },
  clouds: 'none' | 'cumulus' | 'strata' | 'auto' = 'auto',
): Air {
  const rng = p.rng.fork('air')
  const night = plan.time === 'night'
  const print = p.media.name === 'woodblock'
  paintSky(p, {
    horizon,
    streaks: clouds === 'none' ? 0.15 : rng.range(0.15, 0.5),
    bokashi: print ? 0.75 : rng.chance(0.3) ? 0.35 : 0,
  })
  if (night || has(plan, 'stars')) paintStars(p, horizon, has(plan, 'stars') ? 2.2 : 1)
  const grey = plan.weather === 'rain' || plan.weather === 'storm' || plan.weather === 'fog'
  const moon = night || has(plan, 'moon')
  if (!grey || has(plan, 'sun', 'moon')) {
    const crescent = moon && rng.chance(0.35) && !plan.brief.key.includes('full')
    paintSun(p, {
      x: sun.x,
      y: sun.y,
      r: sun.r * (crescent ? 0.7 : 1),
      rings: sun.rings,
      moon: moon && !crescent,
      crescent,
      glow: night ? 0.32 : rng.range(0.3, 0.6),
    })
  }
  if (has(plan, 'rainbow'))
    paintRainbow(p, p.w * (0.5 + plan.side * 0.16), horizon + p.h * 0.04, Math.min(p.u * 0.62, horizon * 0.98))
  const kind =
    clouds === 'auto' ? (grey ? 'strata' : rng.pick(['cumulus', 'strata', 'none', 'strata'] as const)) : clouds
  if (kind === 'cumulus') {
    const n = rng.int(2, 4)
    for (let i = 0; i < n; i++) {
      const far = (i + 0.5) / n
      paintCumulus(
        p,
        rng,
        rng.range(-0.05, 1.05) * p.w,
        horizon * (0.92 - 0.62 * far) + rng.range(-0.03, 0.03) * p.h,
        p.u * (0.2 + far * 0.42) * rng.range(0.8, 1.2),
      )
    }
  } else if (kind === 'strata') {
    const color = night ? mix(p.palette.skyLow, p.palette.skyTop, 0.35) : mix(p.palette.skyLow, p.palette.light, 0.35)
    paintStrata(
      p,
      rng,
      horizon * 0.2,
      horizon * 0.92,
      rng.int(4, 8),
      grey ? mix(p.palette.far, p.palette.haze, 0.6) : color,
      night ? 0.4 : 0.7,
    )
  }
  return { sunX: sun.x, sunY: sun.y, sunR: sun.r }
}
