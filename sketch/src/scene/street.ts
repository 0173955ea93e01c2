import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { polygon, rect } from '#sketch/core/path.ts'
import { paintMist } from '#sketch/elements/clouds.ts'
import { paintGlints, paintWater } from '#sketch/elements/water.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintWalker } from '#sketch/subjects/walker.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'
import { paintSkyline } from './skyline.ts'

/** Where the street runs to: left, middle or right of the sheet, by layout. */
export const vanishing = (plan: Plan): number => [0.36, 0.5, 0.5, 0.66][plan.layout % 4]

export function paintStreet(p: Painter, plan: Plan, horizon: number, dim: boolean): void {
  const rng = p.rng.fork('street')
  const { palette, u, w, h } = p
  const vx = w * vanishing(plan)
  paintSkyline(p, 9, horizon, h * 0.2, depthColor(palette, 0.8), 0.2, dim)
  paintMist(p, horizon, h * 0.1, palette.haze, 0.7)
  const road = mix(palette.near, palette.haze, 0.35)
  fill(p, rect(-2, horizon, w + 4, h), {
    color: road,
    plain: true,
    washes: [{ color: mix(palette.near, palette.deep, 0.6), x0: 0, y0: horizon, x1: 0, y1: h, grain: 0.6 }],
  })
  // From the far end to the viewer: each façade is a slab between two depths.
  for (let i = 0; i < 8; i++) {
    const z0 = 0.1 * 1.42 ** i
    const z1 = 0.1 * 1.42 ** (i + 1)
    for (const side of [-1, 1]) {
      const near = Math.min(1.6, z1)
      const x0 = vx + side * w * 0.55 * z0
      const x1 = vx + side * w * 0.55 * near
      const tall = rng.range(0.75, 1.25)
      const top = (z: number): number => horizon - h * 0.62 * z * tall
      const low = (z: number): number => horizon + (h - horizon) * 0.72 * z
      const t = i / 6
      const c = mix(
        depthColor(palette, 0.8 - t * 0.62),
        rng.pick([palette.accent, palette.accent2, palette.leaf, palette.near]),
        0.3,
      )
      const facing = side === -p.lightSide
      fill(
        p,
        polygon([
          [x0, top(z0)],
          [x1, top(near)],
          [x1, low(near)],
          [x0, low(z0)],
        ]),
        {
          color: facing ? mix(c, palette.sun, 0.25) : mix(c, palette.deep, 0.22),
          washes: [
            {
              color: mix(c, palette.deep, 0.55),
              x0: 0,
              y0: top(near),
              x1: 0,
              y1: low(near),
              grain: 0.7,
              strength: 0.7,
            },
          ],
        },
      )
      const face: number[][] = []
      const rows = 6
      for (let r = 0; r < rows; r++)
        for (let q = 0; q < 3; q++) {
          if (rng.chance(0.2)) continue
          const fa = (q + 0.22) / 3
          const fb = (q + 0.72) / 3
          const at = (f: number, v: number): [number, number] => {
            const z = z0 + (near - z0) * f
            return [vx + side * w * 0.55 * z, top(z) + (low(z) - top(z)) * v]
          }
          const v0 = 0.06 + (r / rows) * 0.76
          face.push([...at(fa, v0), ...at(fb, v0), ...at(fb, v0 + 0.075), ...at(fa, v0 + 0.075)])
        }
      fill(p, face, {
        color: dim ? mix(palette.accent2, palette.light, 0.25) : mix(c, palette.deep, 0.55),
        alpha: dim ? 0.9 : 0.75,
        plain: true,
      })
      if (i > 2 && i < 6)
        fill(
          p,
          polygon([
            [x0, low(z0) - h * 0.11 * z0],
            [x1, low(near) - h * 0.11 * near],
            [x1 - side * w * 0.05 * near, low(near) - h * 0.065 * near],
            [x0 - side * w * 0.05 * z0, low(z0) - h * 0.065 * z0],
          ]),
          { color: rng.pick([palette.accent, palette.accent2, palette.light]) },
        )
    }
  }
  if (plan.weather === 'rain' || dim)
    paintWater(p, {
      top: horizon + (h - horizon) * 0.1,
      near: mix(palette.near, palette.deep, 0.6),
      far: road,
      mirror: 0.42,
      chop: 0.5,
    })
  paintGlints(p, horizon + h * 0.03, h, dim ? palette.accent2 : palette.light, 24, { x: vx, spread: u * 0.09 })
  const n = Math.max(1, Math.min(6, countOf(plan, 'person', 0) || countOf(plan, 'umbrella', 0) || rng.int(2, 4)))
  for (let i = n - 1; i >= 0; i--) {
    const z = 1 - i * 0.2
    paintWalker(
      p,
      vx + (i % 2 === plan.layout % 2 ? 1 : -1) * w * (0.04 + 0.055 * i + rng.range(0, 0.05)) * (1.2 - i * 0.14),
      horizon + (h - horizon) * (0.16 + 0.56 * z * z),
      u * (plan.layout % 2 ? 0.27 : 0.36) * z,
      i === 0 ? palette.accent : mix(palette.deep, palette.near, 0.2 + i * 0.12),
      plan.weather === 'rain' || has(plan, 'umbrella')
        ? [palette.accent, palette.accent2, palette.light][i % 3]
        : undefined,
    )
  }
}
