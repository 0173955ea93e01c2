import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'

/** Slanting strokes over the whole sheet, laid as one shape. */
export function paintRain(p: Painter): void {
  const rng = p.rng.fork('rain')
  const drops: number[][] = []
  const n = Math.round(420 * ((p.w * p.h) / (p.u * p.u)))
  for (let i = 0; i < n; i++) {
    const x = rng.range(-0.1, 1.1) * p.w
    const y = rng.range(-0.1, 1) * p.h
    const len = p.u * rng.range(0.02, 0.055)
    const t = p.u * 0.0009
    drops.push([x, y, x + t, y, x - len * 0.2 + t, y + len, x - len * 0.2, y + len])
  }
  fill(p, drops, { color: p.palette.light, alpha: 0.4, plain: true })
}
