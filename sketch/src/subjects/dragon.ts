import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path, Point } from '#sketch/core/path.ts'
import { ellipse, place, polygon, ribbon, smooth, unite } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

/** The other way to lie on the wind: rising through a loop. */
const coil: readonly Point[] = [
  [-0.5, 0.3],
  [-0.26, 0.24],
  [-0.12, 0.02],
  [-0.26, -0.16],
  [-0.42, -0.02],
  [-0.2, 0.16],
  [0.08, 0.1],
  [0.24, -0.1],
  [0.4, -0.26],
]

/** A long eastern dragon swimming through the air in one S; the spines and belly follow the same curve. */
export function paintDragon(
  p: Painter,
  x: number,
  y: number,
  size: number,
  { flip, coiled }: { flip: boolean; coiled: boolean },
): void {
  const { palette } = p
  const body = palette.accent
  const s = flip ? -1 : 1
  const raw: readonly Point[] = coiled
    ? coil
    : [
        [-0.62, -0.12],
        [-0.44, 0.12],
        [-0.24, 0.06],
        [-0.12, -0.16],
        [0.06, -0.2],
        [0.14, 0.02],
        [0.3, 0.12],
        [0.4, -0.06],
        [0.46, -0.2],
      ]
  const pts = raw.map(([a, b]): Point => [x + s * a * size, y + b * size])
  const width = (t: number): number =>
    size * Math.min(1, 0.08 + t * 3.2) * (0.012 + 0.085 * Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.78)) ** 0.9)
  const line = smooth(pts, false, 14)
  const n = line.length / 2
  const spines: Path[] = []
  for (let i = 4; i < n - 4; i += 2) {
    const dx = line[i * 2 + 2] - line[i * 2 - 2]
    const dy = line[i * 2 + 3] - line[i * 2 - 1]
    const len = Math.hypot(dx, dy) || 1
    const w = width(i / n) * 0.5
    const nx = (dy / len) * s
    const ny = (-dx / len) * s
    const cx = line[i * 2] + nx * w * 0.8
    const cy = line[i * 2 + 1] + ny * w * 0.8
    spines.push(
      polygon([
        [cx - (dx / len) * w * 0.5, cy - (dy / len) * w * 0.5],
        [cx + nx * w * 0.8 - (dx / len) * w * 0.5, cy + ny * w * 0.8 - (dy / len) * w * 0.5],
        [cx + (dx / len) * w * 0.5, cy + (dy / len) * w * 0.5],
      ]),
    )
  }
  fill(p, unite(...spines), { color: palette.accent2 })
  for (const [lx, ly, a] of [
    [-0.2, 0.0, 0.25],
    [0.17, 0.05, 0.3],
    [0.33, 0.08, 0.2],
  ])
    fill(
      p,
      ribbon(
        [
          [x + s * lx * size, y + ly * size],
          [x + s * (lx + 0.05) * size, y + (ly + 0.09) * size],
          [x + s * (lx + 0.11) * size, y + (ly + 0.07 + a * 0.1) * size],
        ],
        (t) => size * 0.03 * (1 - t * 0.75),
        8,
      ),
      { color: shade(body, 0.12) },
    )
  fill(p, ribbon(pts, width, 14), {
    color: body,
    form: {
      shadow: shade(body, 0.2),
      light: mix(body, palette.accent2, 0.5),
      dx: p.lightSide * 0.3,
      dy: -1,
      radius: size * 0.022,
      grain: 0.9,
    },
  })
  fill(
    p,
    ribbon(pts, (t) => width(t) * 0.28, 14).map((c) => c.map((v, i) => (i % 2 ? v + size * 0.014 : v))),
    { color: mix(palette.accent2, palette.light, 0.4), alpha: 0.65, plain: true },
  )
  const head = { x: pts[8][0], y: pts[8][1], scale: size / 420, flip }
  for (const d of [
    'M-22 -12 C-40 -30 -60 -26 -74 -44 C-58 -40 -36 -44 -14 -24 Z',
    'M-24 2 C-44 0 -56 12 -74 6 C-58 20 -36 18 -18 12 Z',
    'M-16 14 C-28 26 -36 40 -54 42 C-40 48 -20 36 -8 20 Z',
  ])
    fill(p, place(shape(d), head), { color: palette.accent2 })
  for (const d of [
    'M-6 -22 C-14 -44 -34 -52 -38 -70 C-22 -60 -4 -48 4 -24 Z',
    'M6 -24 C4 -42 -8 -56 -8 -72 C4 -60 16 -44 14 -24 Z',
  ])
    fill(p, place(shape(d), head), { color: mix(palette.light, palette.accent2, 0.25) })
  fill(
    p,
    place(
      shape(
        'M-30 4 C-30 -20 -10 -30 12 -26 C28 -24 44 -16 60 -16 C68 -14 68 -4 60 0 C48 2 40 4 34 6 C46 8 54 10 56 16 C46 24 26 26 8 22 C-12 24 -28 20 -30 4 Z',
      ),
      head,
    ),
    {
      color: body,
      form: {
        shadow: shade(body, 0.2),
        light: mix(body, palette.accent2, 0.5),
        dx: 0.2,
        dy: -1,
        radius: size * 0.016,
        grain: 0.8,
      },
    },
  )
  fill(p, place(ellipse(14, -13, 5.6), head), { color: palette.light, plain: true })
  fill(p, place(ellipse(16, -13, 2.8), head), { color: palette.deep, plain: true })
  for (const k of [0, 1])
    fill(
      p,
      place(
        ribbon(
          [
            [58, -8 + k * 8],
            [84, 2 + k * 16],
            [92, 28 + k * 12],
            [112, 34 + k * 20],
          ],
          (t) => 4 * (1 - t) + 0.6,
          10,
        ),
        head,
      ),
      { color: palette.accent2, plain: true },
    )
}
