import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const fore = 'M2 -8 C10 -40 44 -66 62 -58 C72 -52 62 -16 40 -4 C24 4 8 4 2 0 Z'
const hind = 'M2 0 C16 2 44 4 48 22 C50 40 34 54 24 46 C12 36 4 18 2 6 Z'

export function paintButterfly(p: Painter, x: number, y: number, span: number, turn: number, color: Rgb): void {
  const dark = mix(p.palette.deep, color, 0.12)
  for (const flip of [false, true]) {
    const at = { x, y, scale: span / 130, turn, flip }
    const inner = (k: number, cx: number, cy: number) => ({
      x: x + ((flip ? -cx : cx) * Math.cos(turn) - cy * Math.sin(turn)) * (span / 130) * (1 - k),
      y: y + ((flip ? -cx : cx) * Math.sin(turn) + cy * Math.cos(turn)) * (span / 130) * (1 - k),
      scale: (span / 130) * k,
      turn,
      flip,
    })
    fill(p, place(shape(hind), at), { color: dark })
    fill(p, place(shape(hind), inner(0.78, 20, 16)), {
      color: mix(color, p.palette.accent2, 0.45),
      form: { shadow: color, light: p.palette.light, dx: p.lightSide, dy: -0.6, radius: span * 0.05, grain: 0.9 },
    })
    fill(p, place(shape(fore), at), { color: dark })
    fill(p, place(shape(fore), inner(0.8, 26, -24)), {
      color,
      form: {
        shadow: mix(color, p.palette.deep, 0.35),
        light: mix(color, p.palette.light, 0.4),
        dx: p.lightSide,
        dy: -0.6,
        radius: span * 0.06,
        grain: 0.9,
      },
    })
    for (const [ex, ey] of [
      [16, -40],
      [34, -58],
      [52, -44],
    ])
      fill(
        p,
        place(
          ribbon(
            [
              [4, -4],
              [ex * 0.55, ey * 0.5],
              [ex, ey],
            ],
            (t) => 2.2 * (1 - t * 0.5),
            5,
          ),
          at,
        ),
        { color: dark, plain: true },
      )
    for (const [dx, dy, r] of [
      [56, -50, 3],
      [59, -40, 2.4],
      [57, -30, 2],
      [40, 30, 2.6],
      [34, 40, 2],
    ])
      fill(p, place(ellipse(dx, dy, r), at), { color: p.palette.light, plain: true })
    fill(
      p,
      place(
        ribbon(
          [
            [1, -18],
            [8, -34],
            [18, -42],
          ],
          () => 1.1,
          6,
        ),
        at,
      ),
      { color: dark, plain: true },
    )
  }
  fill(
    p,
    place(shape('M0 -22 C4 -20 4 -12 3 -6 C5 6 3 26 0 32 C-3 26 -5 6 -3 -6 C-4 -12 -4 -20 0 -22 Z'), {
      x,
      y,
      scale: span / 130,
      turn,
    }),
    { color: dark },
  )
}
