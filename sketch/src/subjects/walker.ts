import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

/** A figure in a long coat, seen from behind: enough of a person to give a place its scale. */
export function paintWalker(
  p: Painter,
  x: number,
  foot: number,
  height: number,
  coat: Rgb,
  umbrella?: Rgb,
  stick = false,
): void {
  const k = height / 120
  const at = { x, y: foot, scale: k }
  const dark = mix(p.palette.deep, coat, 0.12)
  const form = {
    shadow: shade(coat, 0.17),
    light: mix(coat, p.palette.light, 0.35),
    dx: p.lightSide,
    dy: -0.4,
    radius: 4 * k,
    grain: 0.8,
  }
  fill(p, ellipse(x - p.lightSide * 16 * k, foot, 26 * k, 4 * k), {
    color: p.palette.deep,
    alpha: 0.4,
    plain: true,
    fade: { x0: x, y0: foot, x1: x - p.lightSide * 42 * k, y1: foot, grain: 0.4 },
  })
  fill(p, place(shape('M-8 -36 L-9 0 L-2 0 L-1 -36 Z'), at), { color: dark })
  fill(p, place(shape('M2 -36 L5 -2 L12 -3 L9 -36 Z'), at), { color: dark })
  fill(
    p,
    place(
      shape('M-10 -86 C-16 -66 -20 -42 -19 -24 C-8 -19 10 -19 20 -25 C20 -44 16 -68 10 -86 C4 -91 -4 -91 -10 -86 Z'),
      at,
    ),
    { color: coat, form },
  )
  fill(p, place(ellipse(0, -97, 8, 9.4), at), { color: mix(p.palette.accent2, p.palette.light, 0.35), plain: true })
  fill(p, place(shape('M-9.4 -97 C-10 -110 10 -110 9.4 -97 C8 -90 -8 -90 -9.4 -97 Z'), at), { color: dark })
  fill(p, place(shape('M-11 -86 C-6 -82 6 -82 11 -86 L10 -91 C5 -88 -5 -88 -10 -91 Z'), at), {
    color: mix(p.palette.accent2, coat, 0.25),
    plain: true,
  })
  if (stick)
    fill(
      p,
      place(
        ribbon(
          [
            [18, -64],
            [24, 2],
          ],
          () => 2,
        ),
        at,
      ),
      { color: dark, plain: true },
    )
  if (!umbrella) return
  fill(
    p,
    place(
      ribbon(
        [
          [10, -70],
          [11, -140],
        ],
        () => 1.8,
      ),
      at,
    ),
    { color: dark, plain: true },
  )
  fill(
    p,
    place(
      shape(
        'M-36 -112 C-32 -142 54 -142 58 -112 C50 -117 44 -117 38 -111 C30 -118 20 -118 11 -111 C2 -118 -8 -118 -15 -111 C-22 -117 -30 -117 -36 -112 Z',
      ),
      at,
    ),
    {
      color: umbrella,
      form: {
        shadow: shade(umbrella, 0.17),
        light: mix(umbrella, p.palette.light, 0.4),
        dx: p.lightSide,
        dy: -0.8,
        radius: 7 * k,
        grain: 0.8,
      },
    },
  )
  for (const dx of [-15, 38])
    fill(
      p,
      place(
        ribbon(
          [
            [11, -134],
            [(11 + dx) / 2 + (dx > 0 ? 6 : -6), -128],
            [dx, -111],
          ],
          () => 1,
        ),
        at,
      ),
      { color: shade(umbrella, 0.2), plain: true },
    )
}
