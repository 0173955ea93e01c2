import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, smooth } from '#sketch/core/path.ts'

export type SunLook = {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly color?: Rgb
  readonly glow?: number
  readonly rings?: boolean | undefined
  readonly crescent?: boolean
  readonly moon?: boolean
}

export function paintSun(p: Painter, look: SunLook): void {
  const { x, y, r } = look
  const color = look.color ?? p.palette.sun
  const glow = look.glow ?? 0.5
  if (glow > 0 && p.media.flat < 0.9) {
    const reach = r * 4.6
    fill(p, ellipse(x, y, reach), {
      color,
      alpha: glow * 0.75,
      plain: true,
      fade: { x0: x, y0: y, x1: x + reach, y1: y, radial: true, grain: 0.35 },
    })
  }
  if (look.rings) {
    for (const k of [2.6, 1.9, 1.4])
      fill(p, ellipse(x, y, r * k), { color: mix(color, p.palette.skyLow, 0.3), alpha: 0.24, plain: true })
  }
  if (look.crescent) {
    const points: [number, number][] = []
    for (let i = 0; i <= 20; i++) {
      const a = -Math.PI / 2 + (i / 20) * Math.PI
      points.push([x + Math.cos(a) * r, y + Math.sin(a) * r])
    }
    for (let i = 20; i >= 0; i--) {
      const a = -Math.PI / 2 + (i / 20) * Math.PI
      points.push([x + Math.cos(a) * r * 0.5, y + Math.sin(a) * r])
    }
    fill(p, [smooth(points, true, 2)], { color, plain: true })
    return
  }
  fill(p, ellipse(x, y, r), {
    color,
    plain: true,
    washes: look.moon
      ? []
      : [
          {
            color: mix(color, p.palette.accent2, 0.35),
            x0: x,
            y0: y - r * 0.4,
            x1: x,
            y1: y + r * 1.5,
            grain: 0.7,
            strength: 0.8,
          },
        ],
  })
  if (look.moon) {
    const shade = mix(color, p.palette.far, 0.32)
    for (const [dx, dy, k] of [
      [-0.3, -0.2, 0.28],
      [0.25, 0.1, 0.36],
      [-0.1, 0.42, 0.22],
      [0.38, -0.4, 0.14],
    ]) {
      fill(p, ellipse(x + dx * r, y + dy * r, k * r, k * r * 0.9), {
        color: shade,
        alpha: 0.5,
        plain: true,
        fade: { x0: x + dx * r, y0: y + dy * r, x1: x + (dx + k) * r, y1: y + dy * r, radial: true, grain: 0.8 },
      })
    }
  }
}

export function paintStars(p: Painter, bottom: number, density = 1): void {
  const rng = p.rng.fork('stars')
  const count = Math.round(150 * density * ((p.w * p.h) / (p.u * p.u)))
  for (let i = 0; i < count; i++) {
    const x = rng.next() * p.w
    const y = bottom * rng.next() ** 1.35
    const big = rng.chance(0.06)
    const r = p.u * (big ? rng.range(0.0022, 0.0036) : rng.range(0.0006, 0.0015))
    const fade = 1 - (y / bottom) * 0.7
    fill(p, ellipse(x, y, r, r, 0, big ? 12 : 6), {
      color: p.palette.light,
      alpha: rng.range(0.45, 1) * fade,
      plain: true,
    })
    if (big)
      fill(p, ellipse(x, y, r * 5), {
        color: p.palette.light,
        alpha: 0.25 * fade,
        plain: true,
        fade: { x0: x, y0: y, x1: x + r * 5, y1: y, radial: true, grain: 0.3 },
      })
  }
}
