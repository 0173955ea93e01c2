import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import { shape } from '#sketch/core/svg-path.ts'

export function paintMushroom(p: Painter, rng: Rng, x: number, foot: number, height: number, color: Rgb): void {
  const at = { x, y: foot, scale: height / 100, turn: rng.range(-0.09, 0.09), flip: rng.chance(0.5) }
  const stem = mix(p.palette.light, color, 0.1)
  const r = height * 0.05
  fill(p, place(shape('M-8 -58 C-8 -30 -14 -10 -12 0 C-4 5 6 5 13 0 C14 -12 8 -30 9 -58 Z'), at), {
    color: stem,
    form: {
      shadow: mix(stem, p.palette.deep, 0.5),
      light: p.palette.light,
      dx: p.lightSide,
      dy: -0.1,
      radius: r,
      grain: 0.8,
    },
  })
  fill(p, place(shape('M-40 -58 C-30 -46 30 -46 42 -58 C30 -66 -28 -66 -40 -58 Z'), at), {
    color: mix(stem, p.palette.deep, 0.4),
    washes: [
      {
        color: stem,
        x0: x,
        y0: foot - height * 0.6,
        x1: x + p.lightSide * height * 0.4,
        y1: foot - height * 0.5,
        grain: 0.6,
      },
    ],
  })
  for (let i = -4; i <= 4; i++)
    fill(p, place(shape(`M${i * 1.6} -63 L${i * 8.6} -54 L${i * 8.6 + 1} -54 L${i * 1.6 + 0.8} -63 Z`), at), {
      color: p.palette.deep,
      alpha: 0.3,
      plain: true,
    })
  fill(p, place(shape('M-46 -56 C-46 -84 -22 -101 2 -101 C28 -100 48 -82 47 -56 C30 -64 -28 -65 -46 -56 Z'), at), {
    color,
    form: {
      shadow: mix(color, p.palette.deep, 0.5),
      light: mix(color, p.palette.light, 0.5),
      dx: p.lightSide * 0.8,
      dy: -0.8,
      radius: height * 0.13,
      grain: 0.8,
    },
  })
  for (const [dx, dy, k] of [
    [-22, -76, 6],
    [0, -88, 7],
    [22, -78, 5.4],
    [8, -70, 4],
    [-34, -66, 3.4],
    [34, -66, 3.2],
    [-10, -70, 3],
  ])
    fill(p, place(ellipse(dx, dy, k, k * 0.72), at), {
      color: p.palette.light,
      form: { shadow: mix(p.palette.light, color, 0.5), dx: p.lightSide, dy: -1, radius: r * 0.4 },
    })
}
