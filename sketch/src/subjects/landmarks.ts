/** Buildings that visit a landscape. All stand on `foot`. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, polygon, rect, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const side = (p: Painter, c: Rgb, x: number, half: number) => [
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

const glow = (p: Painter): Rgb => mix(p.palette.accent2, p.palette.light, 0.35)

export function paintLighthouse(p: Painter, x: number, foot: number, size: number, lit: boolean): void {
  const { palette } = p
  const half = size * 0.085
  if (lit)
    for (const s of [-1, 1])
      fill(
        p,
        polygon([
          [x, foot - size * 0.87],
          [x + s * size * 2.4, foot - size * 1.2],
          [x + s * size * 2.4, foot - size * 0.62],
        ]),
        {
          color: glow(p),
          alpha: 0.42,
          blend: 'screen',
          plain: true,
          fade: { x0: x, y0: 0, x1: x + s * size * 2.3, y1: 0, grain: 0.4 },
        },
      )
  const white = mix(palette.light, palette.haze, 0.12)
  for (let i = 0; i < 5; i++) {
    const y0 = foot - size * 0.8 * (i / 5)
    const y1 = foot - size * 0.8 * ((i + 1) / 5)
    const w0 = half * (1.15 - 0.45 * (i / 5))
    const w1 = half * (1.15 - 0.45 * ((i + 1) / 5))
    const c = i % 2 ? palette.accent : white
    fill(
      p,
      polygon([
        [x - w0, y0],
        [x + w0, y0],
        [x + w1, y1],
        [x - w1, y1],
      ]),
      { color: c, washes: side(p, c, x, half), plain: true },
    )
  }
  fill(p, rect(x - half * 0.95, foot - size * 0.825, half * 1.9, size * 0.03), { color: palette.deep })
  fill(p, rect(x - half * 0.5, foot - size * 0.92, half, size * 0.1), {
    color: lit ? glow(p) : mix(palette.light, palette.skyTop, 0.4),
  })
  fill(
    p,
    polygon([
      [x - half * 0.75, foot - size * 0.915],
      [x, foot - size],
      [x + half * 0.75, foot - size * 0.915],
    ]),
    { color: palette.accent, washes: side(p, palette.accent, x, half) },
  )
  for (const k of [0.25, 0.52])
    fill(p, rect(x - half * 0.16, foot - size * k, half * 0.32, size * 0.05), { color: palette.deep, plain: true })
}

export function paintCastle(p: Painter, x: number, foot: number, size: number, wall: Rgb, lit: boolean): void {
  const { palette } = p
  const roof = mix(palette.accent, palette.deep, lit ? 0.35 : 0.08)
  const towers: readonly (readonly [number, number, number])[] = [
    [0.12, 0.95, 0.1],
    [-0.2, 0.74, 0.085],
    [0.36, 0.64, 0.08],
    [-0.42, 0.55, 0.08],
    [-0.04, 0.8, 0.06],
  ]
  const tower = ([dx, h, half]: readonly [number, number, number]): void => {
    const cx = x + dx * size
    const hw = half * size
    const top = foot - h * size * 0.72
    fill(p, rect(cx - hw, top, hw * 2, foot - top + size * 0.08), { color: wall, washes: side(p, wall, cx, hw) })
    fill(p, rect(cx - hw * 1.16, top - size * 0.02, hw * 2.32, size * 0.045), {
      color: mix(wall, palette.deep, 0.25),
      washes: side(p, wall, cx, hw),
    })
    fill(
      p,
      polygon([
        [cx - hw * 1.25, top - size * 0.02],
        [cx, top - h * size * 0.34],
        [cx + hw * 1.25, top - size * 0.02],
      ]),
      { color: roof, washes: side(p, roof, cx, hw) },
    )
    fill(
      p,
      ribbon(
        [
          [cx, top - h * size * 0.34],
          [cx, top - h * size * 0.34 - size * 0.07],
        ],
        () => size * 0.006,
      ),
      { color: palette.deep, plain: true },
    )
    fill(
      p,
      polygon([
        [cx, top - h * size * 0.34 - size * 0.07],
        [cx + size * 0.06, top - h * size * 0.34 - size * 0.052],
        [cx, top - h * size * 0.34 - size * 0.034],
      ]),
      { color: palette.accent2, plain: true },
    )
    for (const k of [0.16, 0.36])
      fill(
        p,
        place(shape('M-5 9 L-5 -4 C-5 -11 5 -11 5 -4 L5 9 Z'), { x: cx, y: top + k * size * 0.6, scale: size / 340 }),
        { color: lit ? glow(p) : mix(palette.deep, wall, 0.1), plain: true },
      )
  }
  towers.slice(0, 3).forEach(tower)
  const y = foot - size * 0.26
  fill(p, rect(x - size * 0.48, y, size * 0.92, size * 0.34), {
    color: wall,
    washes: [{ color: mix(wall, palette.deep, 0.45), x0: 0, y0: y, x1: 0, y1: foot + size * 0.05, grain: 0.7 }],
  })
  for (let i = 0; i < 13; i++)
    fill(p, rect(x - size * 0.48 + i * size * 0.0735, y - size * 0.035, size * 0.04, size * 0.04), {
      color: wall,
      plain: true,
    })
  towers.slice(3).forEach(tower)
  fill(
    p,
    place(shape('M-16 40 L-16 0 C-16 -20 16 -20 16 0 L16 40 Z'), {
      x: x + size * 0.2,
      y: foot - size * 0.08,
      scale: size / 260,
    }),
    { color: mix(palette.deep, wall, 0.08), plain: true },
  )
}

export function paintTorii(p: Painter, x: number, foot: number, size: number): void {
  const c = p.palette.accent
  const at = { x, y: foot, scale: size / 100 }
  const ink = {
    color: c,
    washes: [
      {
        color: mix(c, p.palette.deep, 0.45),
        x0: x,
        y0: foot - size,
        x1: x - p.lightSide * size * 0.5,
        y1: foot,
        grain: 0.7,
      },
    ],
  }
  for (const s of [-1, 1]) fill(p, place(shape('M31 0 L28 -84 L35 -84 L39 0 Z'), { ...at, flip: s < 0 }), ink)
  fill(p, place(shape('M-48 -66 L48 -66 L48 -59 L-48 -59 Z'), at), ink)
  fill(p, place(shape('M-60 -98 C-30 -88 30 -88 60 -98 L56 -84 C30 -80 -30 -80 -56 -84 Z'), at), ink)
  fill(p, place(shape('M-63 -103 C-30 -93 30 -93 63 -103 L61 -97 C30 -88 -30 -88 -61 -97 Z'), at), {
    color: p.palette.deep,
  })
  fill(p, place(shape('M-4 -84 L4 -84 L4 -66 L-4 -66 Z'), at), ink)
}

export function paintWindmill(p: Painter, x: number, foot: number, size: number): void {
  const { palette } = p
  const wall = mix(palette.light, palette.haze, 0.2)
  const at = { x, y: foot, scale: size / 120 }
  fill(p, place(shape('M-24 0 L-15 -72 L15 -72 L24 0 Z'), at), { color: wall, washes: side(p, wall, x, size * 0.16) })
  fill(p, place(shape('M-18 -72 C-16 -96 16 -96 18 -72 Z'), at), {
    color: palette.accent,
    washes: side(p, palette.accent, x, size * 0.16),
  })
  for (let i = 0; i < 4; i++) {
    const blade = { x, y: foot - (78 * size) / 120, scale: size / 120, turn: 0.5 + (i * Math.PI) / 2 }
    fill(p, place(shape('M-1.5 0 L-1.5 -58 L1.5 -58 L1.5 0 Z'), blade), { color: palette.deep, plain: true })
    fill(p, place(shape('M2 -12 L13 -14 L13 -57 L2 -57 Z'), blade), {
      color: mix(palette.light, palette.accent2, 0.2),
      alpha: 0.92,
    })
  }
  fill(p, ellipse(x, foot - (78 * size) / 120, size * 0.03), { color: palette.deep, plain: true })
  fill(p, place(shape('M-6 0 L-6 -14 C-6 -22 6 -22 6 -14 L6 0 Z'), at), {
    color: mix(palette.deep, palette.accent, 0.3),
    plain: true,
  })
}
