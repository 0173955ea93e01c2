import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const bodies = {
  deer: 'M-38 -56 C-36 -65 -20 -67 0 -64 C14 -63 21 -69 26 -79 C29 -87 32 -95 36 -100 C40 -104 46 -104 50 -98 L60 -91 C61 -88 58 -85 54 -86 L46 -86 C45 -76 43 -64 37 -53 C32 -44 24 -40 14 -41 C0 -42 -14 -38 -26 -39 C-36 -41 -40 -48 -38 -56 Z',
  horse:
    'M-42 -54 C-40 -66 -24 -68 -4 -64 C10 -62 18 -68 24 -80 C28 -90 34 -98 42 -102 L45 -108 L48 -101 C52 -98 56 -90 62 -84 C64 -80 60 -76 56 -77 C50 -77 46 -80 43 -80 C42 -70 42 -60 36 -50 C30 -40 20 -38 10 -39 C-6 -40 -16 -36 -28 -37 C-38 -38 -44 -46 -42 -54 Z',
} as const

/** Standing in profile, facing right unless flipped. Far legs first, so the near ones overlap. */
export function paintQuadruped(
  p: Painter,
  kind: keyof typeof bodies,
  x: number,
  foot: number,
  size: number,
  coat: Rgb,
  flip: boolean,
): void {
  const { palette } = p
  const k = size / (kind === 'deer' ? 126 : 108)
  const at = { x, y: foot, scale: k, flip }
  const far = shade(coat, 0.15)
  const dark = mix(palette.deep, coat, 0.2)
  const form = {
    shadow: shade(coat, 0.17),
    light: mix(coat, palette.light, 0.4),
    dx: p.lightSide * 0.3,
    dy: -1,
    radius: 6 * k,
    grain: 0.85,
  }
  const thick = kind === 'deer' ? 8 : 11
  const leg = (pts: readonly Point[], color: Rgb): void =>
    fill(
      p,
      place(
        ribbon(pts, (t) => thick * (1 - 0.62 * Math.min(1, t * 1.5)) + (t > 0.9 ? 1.6 : 0), 10),
        at,
      ),
      { color, plain: true },
    )
  leg(
    [
      [-22, -44],
      [-20, -24],
      [-24, -12],
      [-22, 0],
    ],
    far,
  )
  leg(
    [
      [26, -46],
      [30, -22],
      [29, 0],
    ],
    far,
  )
  if (kind === 'horse')
    fill(
      p,
      place(
        ribbon(
          [
            [-40, -58],
            [-54, -48],
            [-56, -26],
            [-62, -12],
          ],
          (t) => 7 + 7 * Math.sin(Math.PI * t) - 5 * t,
          10,
        ),
        at,
      ),
      { color: dark },
    )
  fill(p, place(shape(bodies[kind]), at), { color: coat, form })
  leg(
    [
      [-31, -46],
      [-30, -26],
      [-36, -14],
      [-33, 0],
    ],
    coat,
  )
  leg(
    [
      [18, -46],
      [17, -24],
      [20, 0],
    ],
    coat,
  )
  if (kind === 'deer') {
    fill(p, place(shape('M-39 -60 C-46 -62 -48 -52 -42 -48 C-40 -50 -39 -54 -39 -60 Z'), at), { color: palette.light })
    fill(p, place(shape('M36 -100 C30 -104 24 -104 20 -108 C24 -110 34 -108 39 -102 Z'), at), { color: coat })
    for (const dx of [0, 7]) {
      for (const pts of [
        [
          [38 + dx, -102],
          [32 + dx, -114],
          [36 + dx, -128],
        ],
        [
          [33 + dx, -112],
          [24 + dx, -116],
          [22 + dx, -124],
        ],
        [
          [34 + dx, -118],
          [42 + dx, -122],
          [44 + dx, -130],
        ],
      ] as Point[][])
        fill(
          p,
          place(
            ribbon(pts, (t) => 2.6 * (1 - 0.6 * t), 6),
            at,
          ),
          { color: dark, plain: true },
        )
    }
    for (const [dx, dy] of [
      [-20, -56],
      [-10, -60],
      [0, -54],
      [-28, -52],
      [8, -58],
      [-4, -48],
    ])
      fill(p, place(ellipse(dx, dy, 1.6), at), { color: palette.light, alpha: 0.8, plain: true })
  } else
    fill(
      p,
      place(
        shape('M44 -104 C34 -102 24 -92 18 -76 C14 -68 10 -64 4 -63 C14 -70 16 -84 26 -96 C32 -103 38 -107 44 -108 Z'),
        at,
      ),
      { color: dark },
    )
  fill(p, place(ellipse(kind === 'deer' ? 46 : 48, kind === 'deer' ? -96 : -93, 1.6), at), {
    color: palette.deep,
    plain: true,
  })
}
