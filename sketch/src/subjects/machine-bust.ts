/** Astronaut and robot: heads of metal and glass, drawn on the same shoulders. */

import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, rect, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

export function paintAstronaut(p: Painter, x: number, foot: number, size: number): void {
  const { palette } = p
  const k = size / 200
  const at = { x, y: foot - 60 * k, scale: k }
  const suit = mix(palette.light, palette.haze, 0.18)
  const form = (c: Rgb, r: number) => ({
    shadow: mix(shade(c, 0.2), palette.near, 0.3),
    light: palette.light,
    dx: p.lightSide,
    dy: -0.6,
    radius: r * k,
    grain: 0.85,
  })
  fill(p, place(shape('M-70 0 C-84 -20 -80 -60 -70 -70 L70 -70 C80 -60 84 -20 70 0 Z'), at), {
    color: mix(suit, palette.near, 0.45),
    form: form(suit, 8),
  })
  fill(p, place(shape('M-112 80 C-108 36 -76 18 -44 12 L44 12 C76 18 108 36 112 80 L120 200 L-120 200 Z'), at), {
    color: suit,
    form: form(suit, 18),
  })
  fill(p, place(shape('M-54 14 C-40 36 40 36 54 14 L50 4 L-50 4 Z'), at), {
    color: palette.accent,
    form: form(palette.accent, 5),
  })
  for (const side of [-1, 1])
    fill(p, place(shape('M62 60 L92 66 L90 78 L60 72 Z'), { ...at, flip: side < 0 }), {
      color: side < 0 ? palette.accent : palette.accent2,
    })
  fill(p, place(ellipse(0, -62, 74, 72), at), { color: suit, form: form(suit, 14) })
  for (const side of [-1, 1])
    fill(p, place(ellipse(side * 72, -60, 11, 19), at), { color: mix(suit, palette.near, 0.4), form: form(suit, 4) })
  const glass = mix(palette.deep, palette.skyTop, 0.25)
  fill(
    p,
    place(
      shape('M-55 -62 C-55 -98 -34 -112 0 -112 C34 -112 55 -98 55 -62 C55 -28 34 -14 0 -14 C-34 -14 -55 -28 -55 -62 Z'),
      at,
    ),
    { color: palette.accent2 },
  )
  const visor = place(
    shape('M-50 -62 C-50 -94 -31 -107 0 -107 C31 -107 50 -94 50 -62 C50 -32 31 -19 0 -19 C-31 -19 -50 -32 -50 -62 Z'),
    at,
  )
  fill(p, visor, {
    color: glass,
    washes: [
      {
        color: mix(palette.accent, palette.skyLow, 0.35),
        x0: x,
        y0: at.y - 62 * k,
        x1: x - p.lightSide * 30 * k,
        y1: at.y - 8 * k,
        grain: 0.7,
      },
    ],
  })
  fill(
    p,
    place(
      shape('M-46 -46 C-30 -58 -16 -44 0 -50 C18 -58 30 -44 47 -50 C46 -32 30 -20 0 -20 C-28 -20 -44 -30 -46 -46 Z'),
      at,
    ),
    { color: mix(palette.near, palette.deep, 0.35), plain: true },
  )
  fill(p, place(ellipse(p.lightSide * 20, -76, 8), at), { color: palette.sun, plain: true })
  fill(
    p,
    place(
      ribbon(
        [
          [-38 * -p.lightSide, -84],
          [-30 * -p.lightSide, -96],
          [-16 * -p.lightSide, -101],
        ],
        (t) => 6 * Math.sin(Math.PI * t),
      ),
      at,
    ),
    { color: palette.light, alpha: 0.85, plain: true },
  )
}

export function paintRobot(p: Painter, x: number, foot: number, size: number): void {
  const { palette } = p
  const k = size / 200
  const at = { x, y: foot - 60 * k, scale: k }
  const shell = mix(palette.far, palette.light, 0.35)
  const form = (c: Rgb, r: number) => ({
    shadow: mix(shade(c, 0.2), palette.near, 0.25),
    light: mix(c, palette.light, 0.6),
    dx: p.lightSide,
    dy: -0.6,
    radius: r * k,
    grain: 0.85,
  })
  for (let i = 0; i < 4; i++)
    fill(p, place(ellipse(0, 6 - i * 9, 24 - i, 7), at), { color: mix(palette.deep, palette.near, 0.25 + i * 0.08) })
  fill(p, place(shape('M-96 70 C-94 30 -70 18 -40 16 L40 16 C70 18 94 30 96 70 L100 200 L-100 200 Z'), at), {
    color: palette.accent,
    form: form(palette.accent, 16),
  })
  fill(p, place(ellipse(0, 72, 26), at), { color: mix(palette.light, shell, 0.3), form: form(shell, 5) })
  fill(p, place(shape('M0 58 C6 46 22 52 14 66 C10 74 4 80 0 86 C-4 80 -10 74 -14 66 C-22 52 -6 46 0 58 Z'), at), {
    color: palette.accent,
  })
  fill(
    p,
    place(
      ribbon(
        [
          [0, -112],
          [2, -130],
          [0, -146],
        ],
        () => 4,
      ),
      at,
    ),
    { color: palette.deep, plain: true },
  )
  fill(p, place(ellipse(0, -150, 9), at), { color: palette.accent2, form: form(palette.accent2, 3) })
  for (const side of [-1, 1])
    fill(p, place(shape('M58 -78 L74 -74 L74 -44 L58 -40 Z'), { ...at, flip: side < 0 }), {
      color: palette.accent2,
      form: form(palette.accent2, 4),
    })
  fill(
    p,
    place(
      shape(
        'M-62 -86 C-62 -106 -46 -114 0 -114 C46 -114 62 -106 62 -86 L60 -34 C60 -18 46 -12 0 -12 C-46 -12 -60 -18 -60 -34 Z',
      ),
      at,
    ),
    { color: shell, form: form(shell, 12) },
  )
  fill(
    p,
    place(
      shape(
        'M-50 -84 C-50 -96 -40 -98 0 -98 C40 -98 50 -96 50 -84 L49 -60 C49 -50 40 -48 0 -48 C-40 -48 -49 -50 -49 -60 Z',
      ),
      at,
    ),
    { color: palette.deep, plain: true },
  )
  for (const side of [-1, 1]) {
    const ex = x + side * 23 * k
    const ey = at.y - 73 * k
    fill(p, ellipse(ex, ey, 34 * k), {
      color: palette.accent2,
      alpha: 0.4,
      blend: 'screen',
      plain: true,
      fade: { x0: ex, y0: ey, x1: ex + 34 * k, y1: ey, radial: true, grain: 0.3 },
    })
    fill(p, ellipse(ex, ey, 13 * k), { color: palette.accent2, plain: true })
    fill(p, ellipse(ex, ey, 6 * k), { color: palette.light, plain: true })
  }
  for (let i = -3; i <= 3; i++)
    fill(p, place(rect(i * 8 - 2, -36, 4, 13), at), { color: palette.deep, alpha: 0.75, plain: true })
}
