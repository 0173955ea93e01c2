/** Vehicles that visit a landscape. All stand on `foot`. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, rect, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const glow = (p: Painter): Rgb => mix(p.palette.accent2, p.palette.light, 0.35)

export function paintBalloon(p: Painter, x: number, y: number, size: number, a: Rgb, b: Rgb): void {
  const { palette } = p
  const at = { x, y, scale: size / 130 }
  const whole = shape(
    'M0 -70 C34 -70 54 -46 54 -16 C54 12 26 36 12 52 L-12 52 C-26 36 -54 12 -54 -16 C-54 -46 -34 -70 0 -70 Z',
  )
  fill(p, place(whole, at), { color: a })
  for (const [x0, x1] of [
    [54, 36],
    [18, 0],
    [-18, -36],
  ])
    fill(
      p,
      place(
        shape(
          `M0 -70 C${x0 * 0.66} -70 ${x0} -46 ${x0} -16 C${x0} 12 ${x0 * 0.5} 36 ${x0 * 0.22} 52 L${x1 * 0.22} 52 C${x1 * 0.5} 36 ${x1} 12 ${x1} -16 C${x1} -46 ${x1 * 0.66} -70 0 -70 Z`,
        ),
        at,
      ),
      { color: b, plain: true },
    )
  fill(p, place(whole, at), {
    color: palette.deep,
    alpha: 0.5,
    plain: true,
    fade: {
      x0: x - p.lightSide * size * 0.42,
      y0: y + size * 0.3,
      x1: x + p.lightSide * size * 0.12,
      y1: y - size * 0.2,
      grain: 0.8,
    },
  })
  for (const dx of [-10, 10])
    fill(
      p,
      place(
        ribbon(
          [
            [dx, 52],
            [dx * 0.8, 68],
          ],
          () => 1,
        ),
        at,
      ),
      { color: palette.deep, plain: true },
    )
  fill(p, place(shape('M-10 66 L10 66 L8 82 C4 85 -4 85 -8 82 Z'), at), {
    color: mix(palette.deep, palette.accent2, 0.35),
  })
}

export function paintCar(p: Painter, x: number, foot: number, size: number, color: Rgb, flip: boolean): void {
  const { palette } = p
  const at = { x, y: foot, scale: size / 120, flip }
  fill(p, ellipse(x, foot, size * 0.55, size * 0.035), { color: palette.deep, alpha: 0.5, plain: true })
  fill(p, place(shape('M-34 -26 C-28 -46 -18 -50 2 -50 C22 -50 30 -42 38 -27 Z'), at), {
    color: mix(palette.light, palette.skyTop, 0.45),
  })
  fill(
    p,
    place(
      shape(
        'M-36 -26 C-30 -49 -18 -54 2 -54 C24 -54 34 -44 42 -26 L36 -26 C28 -42 22 -47 4 -47 L4 -26 L-2 -26 L-2 -47 C-18 -47 -24 -42 -30 -26 Z',
      ),
      at,
    ),
    { color },
  )
  fill(p, place(shape('M-60 -10 C-62 -22 -56 -28 -36 -28 L42 -28 C56 -26 62 -20 62 -8 C50 -5 -50 -5 -60 -10 Z'), at), {
    color,
    form: {
      shadow: mix(color, palette.deep, 0.5),
      light: mix(color, palette.light, 0.5),
      dx: 0.2,
      dy: -1,
      radius: size * 0.06,
      grain: 0.7,
    },
  })
  fill(p, place(ellipse(57, -18, 3.4, 3.8), at), { color: glow(p), plain: true })
  for (const wx of [-36, 36]) {
    fill(p, place(ellipse(wx, -9, 12), at), { color: palette.deep, plain: true })
    fill(p, place(ellipse(wx, -9, 5), at), { color: palette.light, plain: true })
  }
}

export function paintTrain(p: Painter, x: number, foot: number, size: number, flip: boolean): void {
  const { palette } = p
  const s = flip ? -1 : 1
  const k = size / 100
  const at = { x, y: foot, scale: k, flip }
  fill(
    p,
    place(
      ribbon(
        [
          [74, -58],
          [70, -84],
          [44, -100],
          [-10, -112],
          [-90, -116],
        ],
        (t) => 8 + 34 * t,
        12,
      ),
      at,
    ),
    {
      color: mix(palette.light, palette.haze, 0.3),
      alpha: 0.9,
      fade: { x0: x + s * 40 * k, y0: 0, x1: x - s * 120 * k, y1: 0, grain: 0.5 },
    },
  )
  for (let i = 0; i < 3; i++) {
    const cx = -58 - i * 78
    const c = i % 2 ? palette.accent2 : palette.accent
    fill(
      p,
      place(shape(`M${cx - 35} -8 L${cx - 35} -42 C${cx - 35} -46 ${cx + 35} -46 ${cx + 35} -42 L${cx + 35} -8 Z`), at),
      {
        color: c,
        washes: [{ color: mix(c, palette.deep, 0.45), x0: 0, y0: foot - 46 * k, x1: 0, y1: foot, grain: 0.6 }],
      },
    )
    for (let q = 0; q < 4; q++)
      fill(p, place(rect(cx - 29 + q * 15.5, -37, 10, 13), at), { color: glow(p), plain: true })
    for (const wx of [-22, 22]) fill(p, place(ellipse(cx + wx, -5, 6), at), { color: palette.deep, plain: true })
  }
  const body = mix(palette.deep, palette.near, 0.3)
  fill(p, place(shape('M-16 -8 L-16 -54 L18 -54 L18 -42 L86 -42 C92 -38 92 -14 86 -8 Z'), at), {
    color: body,
    form: { shadow: palette.deep, light: mix(body, palette.light, 0.4), dx: 0.1, dy: -1, radius: 5 * k, grain: 0.7 },
  })
  fill(p, place(shape('M-20 -58 L22 -58 L22 -52 L-20 -52 Z'), at), { color: palette.accent })
  fill(p, place(shape('M66 -42 L64 -60 L80 -60 L78 -42 Z'), at), { color: palette.accent })
  fill(p, place(rect(-8, -48, 16, 14), at), { color: glow(p), plain: true })
  for (const [wx, r] of [
    [0, 10],
    [26, 10],
    [50, 10],
    [76, 7],
  ])
    fill(p, place(ellipse(wx, -r + 2, r), at), { color: palette.accent, plain: true })
  fill(p, place(shape('M86 -8 L100 2 L80 2 Z'), at), { color: palette.deep, plain: true })
}
