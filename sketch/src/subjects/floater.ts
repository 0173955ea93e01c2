import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

/** A whole astronaut adrift, tether and all. */
export function paintFloater(p: Painter, x: number, y: number, size: number, turn: number, flip: boolean): void {
  const { palette } = p
  const k = size / 120
  const at = { x, y, scale: k, turn, flip }
  const suit = mix(palette.light, palette.haze, 0.12)
  const form = {
    shadow: mix(shade(suit, 0.2), palette.near, 0.35),
    light: palette.light,
    dx: p.lightSide,
    dy: -0.6,
    radius: 5 * k,
    grain: 0.8,
  }
  const limb = (pts: readonly (readonly [number, number])[], width: number): void =>
    fill(
      p,
      place(
        ribbon(pts, (t) => width * (1 - 0.15 * t) * Math.min(1, 0.75 + Math.min(t, 1 - t) * 3), 10),
        at,
      ),
      { color: suit, form: { ...form, radius: 3.5 * k } },
    )
  fill(
    p,
    place(
      ribbon(
        [
          [-14, 0],
          [-60, 30],
          [-90, 0],
          [-130, 40],
          [-180, 20],
        ],
        () => 1.8,
        14,
      ),
      at,
    ),
    { color: palette.accent2, plain: true },
  )
  fill(p, place(shape('M-26 -30 L-14 -34 L-12 16 L-26 14 Z'), at), { color: palette.accent, form })
  limb(
    [
      [-6, 14],
      [-10, 36],
      [-22, 54],
    ],
    19,
  )
  limb(
    [
      [10, 14],
      [20, 34],
      [14, 58],
    ],
    19,
  )
  for (const [fx, fy] of [
    [-25, 58],
    [13, 63],
  ])
    fill(p, place(ellipse(fx, fy, 11, 7, 0.3), at), { color: palette.accent, form: { ...form, radius: 2 * k } })
  fill(p, place(shape('M-18 -32 C-22 -10 -20 10 -16 20 L18 20 C22 8 22 -14 18 -32 Z'), at), { color: suit, form })
  limb(
    [
      [16, -26],
      [34, -30],
      [48, -48],
    ],
    15,
  )
  limb(
    [
      [-14, -26],
      [-30, -12],
      [-36, 8],
    ],
    15,
  )
  fill(p, place(shape('M-8 -14 L10 -14 L10 -2 L-8 -2 Z'), at), { color: palette.accent })
  fill(p, place(ellipse(1, -52, 25, 24), at), { color: suit, form })
  fill(p, place(ellipse(5, -52, 19, 16.5), at), { color: palette.accent2 })
  fill(p, place(ellipse(5, -52, 17, 14.5), at), {
    color: mix(palette.deep, palette.skyTop, 0.25),
    washes: [
      {
        color: mix(palette.accent, palette.skyLow, 0.3),
        x0: x,
        y0: y - 56 * k,
        x1: x - p.lightSide * 8 * k,
        y1: y - 36 * k,
        grain: 0.6,
      },
    ],
  })
  fill(
    p,
    place(
      ribbon(
        [
          [-5, -58],
          [0, -63],
          [8, -64],
        ],
        (t) => 3 * Math.sin(Math.PI * t),
      ),
      at,
    ),
    { color: palette.light, plain: true },
  )
}
