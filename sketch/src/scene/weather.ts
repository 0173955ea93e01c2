/** What falls between the viewer and the scene. */
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse } from '#sketch/core/path.ts'
import { paintMist } from '#sketch/elements/clouds.ts'
import { paintRain } from '#sketch/elements/rain.ts'
import type { Plan, SceneName } from './plan.ts'

const outdoors: readonly SceneName[] = ['mountains', 'sea', 'forest', 'desert', 'hills', 'city', 'creature']

export function paintWeather(p: Painter, plan: Plan): void {
  if (!outdoors.includes(plan.scene)) return
  const { weather } = plan
  if ((weather === 'rain' || weather === 'storm') && plan.scene !== 'city') paintRain(p)
  const strength = plan.scene === 'forest' ? 0.26 : 0.55
  if (weather === 'fog')
    for (const at of [0.42, 0.58, 0.74])
      paintMist(p, p.h * at, p.h * 0.2, mix(p.palette.haze, p.palette.light, 0.35), strength)
  if (weather === 'snow' || (plan.season === 'winter' && plan.layout % 2 === 0))
    snowfall(p, weather === 'snow' ? 1 : 0.55)
}

function snowfall(p: Painter, density: number): void {
  const rng = p.rng.fork('snowfall')
  const n = Math.round(460 * density * ((p.w * p.h) / (p.u * p.u)))
  for (let i = 0; i < n; i++) {
    const near = rng.next() ** 3
    fill(
      p,
      ellipse(rng.next() * p.w, rng.next() * p.h, p.u * (0.0014 + near * 0.006), p.u * (0.0014 + near * 0.006), 0, 10),
      { color: p.palette.light, alpha: 0.9 - near * 0.35, plain: true },
    )
  }
}
