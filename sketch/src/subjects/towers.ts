/** Single tall buildings: a stone tower, a pagoda. Both stand on `foot`. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { place, polygon, rect } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const shaded = (p: Painter, c: Rgb, x: number, half: number) => [
  {
    color: mix(c, p.palette.deep, 0.5),
    x0: x + p.lightSide * half * 0.4,
    y0: 0,
    x1: x - p.lightSide * half * 1.2,
    y1: 0,
    grain: 0.7,
    strength: 0.85,
  },
]

export function paintTower(p: Painter, x: number, foot: number, size: number, wall: Rgb, lit: boolean): void {
  const { palette } = p
  const half = size * 0.11
  const top = foot - size * 0.7
  const roof = mix(palette.accent, palette.deep, lit ? 0.35 : 0.08)
  fill(
    p,
    polygon([
      [x - half * 1.15, foot + size * 0.05],
      [x - half, top],
      [x + half, top],
      [x + half * 1.15, foot + size * 0.05],
    ]),
    { color: wall, washes: shaded(p, wall, x, half) },
  )
  fill(p, rect(x - half * 1.25, top - size * 0.03, half * 2.5, size * 0.07), {
    color: mix(wall, palette.deep, 0.2),
    washes: shaded(p, wall, x, half),
  })
  fill(
    p,
    polygon([
      [x - half * 1.45, top - size * 0.03],
      [x, top - size * 0.34],
      [x + half * 1.45, top - size * 0.03],
    ]),
    { color: roof, washes: shaded(p, roof, x, half) },
  )
  const glass = lit ? mix(palette.accent2, palette.light, 0.35) : mix(palette.deep, wall, 0.1)
  for (const k of [0.14, 0.34, 0.54])
    fill(p, place(shape('M-5 9 L-5 -4 C-5 -11 5 -11 5 -4 L5 9 Z'), { x, y: top + k * size * 0.9, scale: size / 300 }), {
      color: glass,
      plain: true,
    })
  fill(p, place(shape('M-7 18 L-7 -4 C-7 -13 7 -13 7 -4 L7 18 Z'), { x, y: foot - size * 0.03, scale: size / 300 }), {
    color: mix(palette.deep, wall, 0.1),
    plain: true,
  })
}

export function paintPagoda(p: Painter, x: number, foot: number, size: number, lit: boolean): void {
  const { palette } = p
  const wall = mix(palette.light, palette.accent2, 0.25)
  const roof = mix(palette.accent, palette.deep, 0.2)
  const tiers = 5
  for (let i = 0; i < tiers; i++) {
    const k = 1 - i * 0.15
    const y = foot - size * 0.165 * i
    const half = size * 0.15 * k
    fill(p, rect(x - half, y - size * 0.13, half * 2, size * 0.14), { color: wall, washes: shaded(p, wall, x, half) })
    for (const dx of [-0.55, 0, 0.55])
      fill(p, rect(x + dx * half - half * 0.13, y - size * 0.1, half * 0.26, size * 0.075), {
        color: lit ? mix(palette.accent2, palette.light, 0.3) : mix(palette.deep, wall, 0.2),
        plain: true,
      })
    const eave = place(
      shape(
        'M-100 -2 C-70 -10 -50 -22 -42 -36 L42 -36 C50 -22 70 -10 100 -2 C96 8 88 8 80 6 L-80 6 C-88 8 -96 8 -100 -2 Z',
      ),
      { x, y: y - size * 0.125, scale: (half * 1.75) / 100 },
    )
    fill(p, eave, { color: roof, washes: shaded(p, roof, x, half * 1.6) })
  }
  fill(p, rect(x - size * 0.007, foot - size * 1.02, size * 0.014, size * 0.2), { color: palette.deep, plain: true })
}
