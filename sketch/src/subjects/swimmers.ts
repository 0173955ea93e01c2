import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

/** Length nose to tail is `size`; swims to the right unless flipped. */
export function paintWhale(
  p: Painter,
  x: number,
  y: number,
  size: number,
  turn: number,
  flip: boolean,
  color: Rgb,
): void {
  const { palette } = p
  const at = { x, y, scale: size / 220, turn, flip }
  const belly = mix(palette.light, color, 0.22)
  const form = (c: Rgb, r: number) => ({
    shadow: mix(shade(c, 0.2), palette.deep, 0.3),
    light: mix(c, palette.light, 0.35),
    dx: p.lightSide * 0.2,
    dy: -1,
    radius: (r * size) / 220,
    grain: 0.85,
  })
  fill(
    p,
    place(
      shape(
        'M-84 4 C-98 -4 -112 -28 -128 -34 C-118 -18 -112 -6 -108 2 C-116 12 -122 24 -126 40 C-108 34 -94 18 -84 10 Z',
      ),
      at,
    ),
    { color: mix(color, palette.deep, 0.15), form: form(color, 5) },
  )
  fill(
    p,
    place(
      shape(
        'M100 -2 C96 -36 50 -46 6 -42 C-34 -38 -66 -12 -96 0 C-92 8 -88 10 -82 10 C-50 22 -10 42 38 40 C74 38 100 22 100 -2 Z',
      ),
      at,
    ),
    { color, form: form(color, 14) },
  )
  fill(p, place(shape('M100 2 C84 12 60 10 40 16 C10 24 -30 22 -70 13 C-40 26 -6 42 38 40 C74 38 98 24 100 2 Z'), at), {
    color: belly,
    form: { ...form(belly, 7), shadow: mix(belly, color, 0.7) },
  })
  for (let i = 0; i < 7; i++)
    fill(
      p,
      place(
        ribbon(
          [
            [92 - i * 4, 10 + i * 2.2],
            [60 - i * 4, 17 + i * 2.8],
            [12 - i * 7, 23 + i * 2.2],
          ],
          (t) => 1.3 * (1 - t * 0.6),
        ),
        at,
      ),
      { color: mix(color, belly, 0.25), alpha: 0.8, plain: true },
    )
  fill(p, place(shape('M34 22 C30 40 14 62 -8 70 C-6 54 0 36 12 24 Z'), at), {
    color: mix(color, palette.deep, 0.2),
    form: form(color, 5),
  })
  fill(p, place(shape('M-30 -31 C-40 -38 -44 -46 -54 -48 C-52 -38 -50 -30 -44 -24 Z'), at), {
    color: mix(color, palette.deep, 0.15),
  })
  fill(p, place(ellipse(72, 2, 3.2, 3), at), { color: palette.deep, plain: true })
  fill(p, place(ellipse(73, 1, 1), at), { color: palette.light, plain: true })
  for (const [dx, dy, r] of [
    [30, -26, 2.2],
    [42, -22, 1.5],
    [16, -30, 1.7],
    [52, -28, 1.8],
    [-4, -24, 1.5],
    [24, -16, 1.3],
  ])
    fill(p, place(ellipse(dx, dy, r), at), { color: mix(color, palette.light, 0.5), alpha: 0.8, plain: true })
}

export function paintFish(
  p: Painter,
  x: number,
  y: number,
  size: number,
  turn: number,
  flip: boolean,
  color: Rgb,
  detail: boolean,
): void {
  const { palette } = p
  const at = { x, y, scale: size / 120, turn, flip }
  if (!detail) {
    fill(p, place(shape('M60 0 C40 -24 0 -26 -34 -4 L-60 -22 C-54 -6 -54 6 -60 22 L-34 4 C0 26 40 24 60 0 Z'), at), {
      color,
      plain: true,
    })
    return
  }
  const form = (c: Rgb, r: number) => ({
    shadow: shade(c, 0.18),
    light: mix(c, palette.light, 0.45),
    dx: p.lightSide * 0.2,
    dy: -1,
    radius: (r * size) / 120,
    grain: 0.85,
  })
  const fin = mix(color, palette.accent2, 0.4)
  fill(
    p,
    place(
      shape('M-30 0 C-44 -16 -60 -34 -78 -32 C-66 -16 -66 -6 -62 0 C-66 8 -68 20 -76 34 C-56 34 -42 16 -30 4 Z'),
      at,
    ),
    { color: fin, form: form(fin, 5) },
  )
  fill(p, place(shape('M-20 -18 C-14 -38 12 -44 30 -38 C26 -30 24 -26 22 -20 Z'), at), {
    color: fin,
    form: form(fin, 4),
  })
  fill(p, place(shape('M-14 18 C-14 32 -4 38 6 38 C6 30 8 24 12 20 Z'), at), { color: fin, form: form(fin, 4) })
  fill(p, place(shape('M62 2 C46 -26 2 -32 -36 -2 C-38 0 -38 2 -36 4 C0 32 46 26 62 2 Z'), at), {
    color,
    form: form(color, 9),
  })
  for (const bx of [-14, 8])
    fill(
      p,
      place(
        shape(
          `M${bx} -19 C${bx + 6} -8 ${bx + 6} 10 ${bx} 20 L${bx + 8} 22 C${bx + 14} 8 ${bx + 14} -10 ${bx + 9} -23 Z`,
        ),
        at,
      ),
      { color: palette.light, alpha: 0.85, plain: true },
    )
  fill(p, place(shape('M28 2 C18 0 8 6 4 14 C14 16 24 12 28 2 Z'), at), { color: fin, plain: true })
  fill(p, place(ellipse(45, -4, 4.6), at), { color: palette.light, plain: true })
  fill(p, place(ellipse(46, -4, 2.8), at), { color: palette.deep, plain: true })
}
