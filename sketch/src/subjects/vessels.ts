/** Things for a table. All stand on `foot`, sized by height. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, place, polygon, ribbon } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import { shape } from '#sketch/core/svg-path.ts'

const round = (p: Painter, color: Rgb, size: number) => ({
  shadow: mix(shade(color, 0.24), p.palette.deep, 0.12),
  light: mix(color, p.palette.light, 0.6),
  dx: p.lightSide,
  dy: -0.35,
  radius: size,
  grain: 0.75,
})

/** The soft shadow that makes a thing stand instead of float. */
export function ground(p: Painter, x: number, foot: number, width: number): void {
  const cx = x - p.lightSide * width * 0.32
  fill(p, ellipse(cx, foot, width * 0.95, width * 0.17), {
    color: mix(p.palette.deep, p.palette.near, 0.2),
    alpha: 0.5,
    blend: 'multiply',
    plain: true,
    fade: { x0: x, y0: foot, x1: x - p.lightSide * width * 1.2, y1: foot, grain: 0.5 },
  })
}

const vases = [
  'M-16 0 C-44 -12 -52 -46 -34 -70 C-24 -82 -14 -86 -14 -100 L14 -100 C14 -86 24 -82 34 -70 C52 -46 44 -12 16 0 Z',
  'M-26 0 C-34 -30 -40 -60 -30 -84 C-26 -92 -24 -96 -26 -100 L26 -100 C24 -96 26 -92 30 -84 C40 -60 34 -30 26 0 Z',
  'M-22 0 C-48 -6 -58 -36 -42 -56 C-28 -70 -10 -66 -10 -84 L-14 -100 L14 -100 L10 -84 C10 -66 28 -70 42 -56 C58 -36 48 -6 22 0 Z',
]

export function paintVase(p: Painter, rng: Rng, x: number, foot: number, height: number, color: Rgb): void {
  const at = { x, y: foot, scale: height / 100 }
  ground(p, x, foot, height * 0.42)
  fill(p, place(shape(rng.pick(vases)), at), { color, form: round(p, color, height * 0.11) })
  fill(p, ellipse(x, foot - height, height * 0.145, height * 0.028), {
    color: mix(color, p.palette.deep, 0.6),
    plain: true,
  })
  if (rng.chance(0.6))
    for (let i = 0; i < 2; i++)
      fill(
        p,
        ribbon(
          [
            [x - height * 0.4, foot - height * (0.42 + i * 0.08)],
            [x, foot - height * (0.37 + i * 0.08)],
            [x + height * 0.4, foot - height * (0.42 + i * 0.08)],
          ].map(([a, b]) => [x + (a - x) * 0.78, b] as const),
          () => height * 0.018,
        ),
        { color: mix(color, p.palette.light, 0.5), alpha: 0.6, plain: true },
      )
}

export function paintBottle(p: Painter, x: number, foot: number, height: number, color: Rgb): void {
  ground(p, x, foot, height * 0.2)
  const at = { x, y: foot, scale: height / 100 }
  fill(
    p,
    place(
      shape(
        'M-17 0 C-19 -2 -19 -6 -19 -10 L-19 -52 C-19 -66 -7 -68 -7 -80 L-7 -100 L7 -100 L7 -80 C7 -68 19 -66 19 -52 L19 -10 C19 -6 19 -2 17 0 Z',
      ),
      at,
    ),
    { color, form: round(p, color, height * 0.06) },
  )
  fill(p, place(shape('M-19 -44 L19 -44 L19 -18 L-19 -18 Z'), at), { color: mix(p.palette.light, color, 0.12) })
  fill(p, place(shape('M-8 -100 L8 -100 L8 -94 L-8 -94 Z'), at), { color: mix(color, p.palette.deep, 0.4) })
}

export function paintCup(p: Painter, x: number, foot: number, height: number, color: Rgb, steam: boolean): void {
  ground(p, x, foot, height * 0.8)
  const s = height / 100
  const at = { x, y: foot, scale: s, flip: p.lightSide > 0 }
  const saucer = mix(color, p.palette.light, 0.25)
  fill(p, ellipse(x, foot - height * 0.04, height * 0.98, height * 0.16), {
    color: saucer,
    form: round(p, saucer, height * 0.1),
  })
  fill(p, ellipse(x, foot - height * 0.07, height * 0.5, height * 0.08), {
    color: mix(saucer, p.palette.deep, 0.3),
    plain: true,
  })
  fill(p, place(shape('M50 -86 C92 -92 96 -34 40 -26 L42 -38 C72 -42 74 -76 50 -72 Z'), at), {
    color,
    form: round(p, color, height * 0.05),
  })
  fill(p, place(shape('M-60 -96 C-60 -46 -44 -12 -22 -6 L22 -6 C44 -12 60 -46 60 -96 Z'), at), {
    color,
    form: round(p, color, height * 0.15),
  })
  fill(p, ellipse(x, foot - height * 0.96, height * 0.6, height * 0.13), { color: mix(color, p.palette.light, 0.45) })
  fill(p, ellipse(x, foot - height * 0.945, height * 0.53, height * 0.1), {
    color: mix([0.33, 0.18, 0.1], p.palette.deep, 0.25),
    washes: [
      {
        color: [0.62, 0.4, 0.24],
        x0: x,
        y0: foot - height * 0.95,
        x1: x + p.lightSide * height * 0.6,
        y1: foot - height * 0.9,
        grain: 0.6,
      },
    ],
  })
  if (!steam) return
  for (const k of [-0.2, 0.14]) {
    const sx = x + k * height
    fill(
      p,
      ribbon(
        [
          [sx, foot - height * 1.08],
          [sx + height * 0.16, foot - height * 1.4],
          [sx - height * 0.1, foot - height * 1.75],
          [sx + height * 0.12, foot - height * 2.2],
        ],
        (t) => height * 0.15 * Math.sin(Math.PI * t) ** 0.8,
        12,
      ),
      {
        color: p.palette.light,
        alpha: 0.55,
        plain: true,
        fade: { x0: sx, y0: foot - height * 1.2, x1: sx, y1: foot - height * 2.2, grain: 0.6 },
      },
    )
  }
}

const fruits = {
  apple: 'M0 -84 C-16 -98 -56 -92 -54 -48 C-52 -14 -24 4 0 -4 C24 4 52 -14 54 -48 C56 -92 16 -98 0 -84 Z',
  pear: 'M0 -128 C-18 -128 -22 -108 -24 -90 C-28 -68 -54 -60 -52 -30 C-50 -6 -24 2 0 0 C24 2 50 -6 52 -30 C54 -60 28 -68 24 -90 C22 -108 18 -128 0 -128 Z',
  lemon: 'M-62 -38 C-54 -44 -50 -74 -4 -76 C40 -78 50 -46 62 -40 C52 -32 44 0 0 0 C-44 0 -52 -30 -62 -38 Z',
  orange: 'M0 -92 C-30 -92 -48 -70 -48 -46 C-48 -20 -28 0 0 0 C28 0 48 -20 48 -46 C48 -70 30 -92 0 -92 Z',
} as const
export type Fruit = keyof typeof fruits

export function paintFruit(p: Painter, kind: Fruit, x: number, foot: number, size: number, color: Rgb, turn = 0): void {
  const at = { x, y: foot, scale: size / 100, turn }
  const top = kind === 'pear' ? 1.26 : kind === 'apple' ? 0.84 : 0.92
  fill(p, place(shape(fruits[kind]), at), {
    color,
    form: round(p, color, size * 0.2),
    washes: [
      {
        color: mix(color, p.palette.accent, 0.4),
        x0: x + p.lightSide * size * 0.1,
        y0: foot - size,
        x1: x - p.lightSide * size * 0.5,
        y1: foot,
        grain: 0.9,
        strength: 0.6,
      },
    ],
  })
  if (kind === 'apple' || kind === 'pear') {
    const tx = x - Math.sin(-turn) * size * top
    const ty = foot - Math.cos(turn) * size * top
    fill(
      p,
      ribbon(
        [
          [tx, ty + size * 0.04],
          [tx + size * 0.03, ty - size * 0.08],
          [tx + size * 0.09, ty - size * 0.17],
        ],
        () => size * 0.035,
      ),
      { color: p.palette.deep, plain: true },
    )
    fill(
      p,
      place(shape('M0 0 C10 -22 36 -24 52 -8 C36 6 14 10 0 0 Z'), {
        x: tx + size * 0.03,
        y: ty - size * 0.05,
        scale: size / 130,
        turn: -0.3,
      }),
      { color: p.palette.leaf, plain: true },
    )
  }
}

export function paintBowl(p: Painter, rng: Rng, x: number, foot: number, width: number, color: Rgb): void {
  ground(p, x, foot, width * 0.5)
  const kinds: readonly Fruit[] = ['pear', 'apple', 'orange', 'lemon']
  const tints: Record<Fruit, Rgb> = {
    apple: p.palette.accent,
    pear: mix(p.palette.accent2, p.palette.leaf, 0.35),
    orange: mix(p.palette.accent, p.palette.accent2, 0.55),
    lemon: mix(p.palette.accent2, p.palette.light, 0.2),
  }
  const y = foot - width * 0.3
  const start = rng.int(0, 3)
  ;[
    [-0.28, -0.02, -0.3],
    [0.02, -0.06, 0.1],
    [0.3, 0, 0.35],
    [-0.14, 0.06, -0.1],
    [0.17, 0.07, 0.2],
  ].forEach(([dx, dy, turn], i) => {
    const kind = kinds[(i + start) % 4]
    paintFruit(p, kind, x + dx * width, y + dy * width, width * 0.36, tints[kind], turn)
  })
  const body = place(
    shape('M-50 -32 C-46 -10 -26 -3 -14 -2 L-16 0 L16 0 L14 -2 C26 -3 46 -10 50 -32 C30 -26 -30 -26 -50 -32 Z'),
    { x, y: foot, scale: width / 100 },
  )
  fill(p, body, { color, form: round(p, color, width * 0.08) })
}

export function paintBooks(
  p: Painter,
  rng: Rng,
  x: number,
  foot: number,
  width: number,
  colors: readonly Rgb[],
): number {
  ground(p, x, foot, width * 0.56)
  let y = foot
  for (let i = 0; i < 3; i++) {
    const w = width * rng.range(0.82, 1)
    const h = width * rng.range(0.1, 0.15)
    const dx = rng.range(-0.05, 0.05) * width
    const c = colors[i % colors.length]
    const body: Path = polygon([
      [x - w / 2 + dx, y],
      [x + w / 2 + dx, y],
      [x + w / 2 + dx, y - h],
      [x - w / 2 + dx, y - h],
    ])
    fill(p, body, {
      color: c,
      washes: [{ color: mix(c, p.palette.deep, 0.55), x0: x, y0: y, x1: x - p.lightSide * w * 0.7, y1: y, grain: 0.7 }],
    })
    const pages = p.lightSide * (w * 0.5)
    fill(
      p,
      polygon([
        [x + dx + pages * 0.82, y - h * 0.14],
        [x + dx + pages * 1.01, y - h * 0.14],
        [x + dx + pages * 1.01, y - h * 0.86],
        [x + dx + pages * 0.82, y - h * 0.86],
      ]),
      { color: mix(p.palette.light, c, 0.1), plain: true },
    )
    fill(
      p,
      polygon([
        [x + dx - pages * 0.6, y - 1],
        [x + dx - pages * 0.5, y - 1],
        [x + dx - pages * 0.5, y - h],
        [x + dx - pages * 0.6, y - h],
      ]),
      { color: mix(c, p.palette.light, 0.5), alpha: 0.7, plain: true },
    )
    y -= h
  }
  return y
}
