/** Stems with leaves and heads: the vocabulary of a botanical plate. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { blob, ellipse, place, ribbon, smooth, unite } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import { shape } from '#sketch/core/svg-path.ts'

const leafShapes = {
  lance: 'M0 0 C16 -10 26 -46 0 -100 C-26 -46 -16 -10 0 0 Z',
  oval: 'M0 0 C34 -14 38 -66 0 -100 C-38 -66 -34 -14 0 0 Z',
  round: 'M0 0 C40 -4 52 -66 0 -84 C-52 -66 -40 -4 0 0 Z',
} as const
export type LeafKind = keyof typeof leafShapes

/** `angle` points the leaf; up is 0. One half catches the light. */
export function paintLeaf(
  p: Painter,
  kind: LeafKind,
  x: number,
  y: number,
  length: number,
  angle: number,
  color: Rgb,
): void {
  const at = { x, y, scale: length / 100, turn: angle }
  fill(p, place(shape(leafShapes[kind]), at), {
    color,
    form: {
      shadow: mix(color, p.palette.deep, 0.4),
      light: mix(color, p.palette.light, 0.3),
      dx: p.lightSide,
      dy: -0.6,
      radius: length * 0.06,
      grain: 0.9,
      strength: 0.8,
    },
  })
  const half =
    kind === 'lance'
      ? 'M0 -2 C16 -12 24 -46 0 -97 Z'
      : kind === 'oval'
        ? 'M0 -2 C33 -16 36 -66 0 -97 Z'
        : 'M0 -2 C39 -6 49 -66 0 -82 Z'
  fill(p, place(shape(half), { ...at, flip: Math.cos(angle) * p.lightSide > 0 }), {
    color: mix(color, p.palette.deep, 0.3),
    alpha: 0.5,
    plain: true,
  })
  const tip: Point = [x + Math.sin(angle) * length * 0.92, y - Math.cos(angle) * length * 0.92]
  fill(
    p,
    ribbon([[x, y], [(x + tip[0]) / 2, (y + tip[1]) / 2], tip], (t) => Math.max(0.5, length * 0.022 * (1 - t)), 3),
    { color: mix(color, p.palette.light, 0.5), alpha: 0.75, plain: true },
  )
}

export type Stem = { readonly points: readonly Point[]; readonly head: Point; readonly angle: number }

export function paintStem(
  p: Painter,
  rng: Rng,
  x: number,
  foot: number,
  height: number,
  lean: number,
  color: Rgb,
  leaves: { kind: LeafKind; pairs: number; size: number; tone: Rgb },
): Stem {
  const bend = rng.range(-0.06, 0.06) * height
  const points: Point[] = [
    [x, foot],
    [x + lean * 0.25 + bend, foot - height * 0.4],
    [x + lean * 0.65 + bend * 0.4, foot - height * 0.75],
    [x + lean, foot - height],
  ]
  fill(
    p,
    ribbon(points, (t) => Math.max(1, height * (0.016 - 0.008 * t)), 10),
    { color, plain: true },
  )
  const line = smooth(points, false, 10)
  const n = line.length / 2
  for (let i = 0; i < leaves.pairs; i++) {
    const t = 0.14 + (0.68 * i) / Math.max(1, leaves.pairs - 1)
    const k = Math.min(n - 2, Math.floor(t * n))
    const dir = Math.atan2(line[k * 2 + 2] - line[k * 2], line[k * 2 + 1] - line[k * 2 + 3])
    const sides = i % 2 ? [1, -1] : [-1, 1]
    for (const s of sides) {
      if (rng.chance(0.12)) continue
      paintLeaf(
        p,
        leaves.kind,
        line[k * 2],
        line[k * 2 + 1],
        leaves.size * (1.1 - 0.55 * t) * rng.range(0.85, 1.15),
        dir + s * rng.range(0.65, 1.05),
        mix(leaves.tone, rng.chance(0.5) ? p.palette.deep : p.palette.light, rng.range(0, 0.18)),
      )
    }
  }
  return { points, head: points[3], angle: Math.atan2(points[3][0] - points[2][0], points[2][1] - points[3][1]) }
}

export type Bloom = 'poppy' | 'daisy' | 'tulip' | 'peony' | 'bell' | 'spray'
export const blooms: readonly Bloom[] = ['poppy', 'daisy', 'tulip', 'peony', 'spray']

export function paintBloom(
  p: Painter,
  rng: Rng,
  kind: Bloom,
  x: number,
  y: number,
  size: number,
  angle: number,
  color: Rgb,
): void {
  const dark = shade(color, 0.2)
  const pale = mix(color, p.palette.light, 0.45)
  const form = { shadow: dark, light: pale, dx: p.lightSide, dy: -0.7, radius: size * 0.16, grain: 0.85 }
  const petal = (a: number, reach: number, width: number, c: Rgb): void =>
    fill(
      p,
      place(shape('M0 0 C40 -10 56 -70 22 -98 C10 -104 -10 -104 -22 -98 C-56 -70 -40 -10 0 0 Z'), {
        x,
        y,
        scale: (reach * size) / 100,
        turn: a,
      }).map((q) => (width === 1 ? q : squeeze(q, x, y, a, width))),
      { color: c, form: { ...form, shadow: shade(c, 0.17), light: mix(c, p.palette.light, 0.4), radius: size * 0.1 } },
    )
  if (kind === 'tulip') {
    const cup = { x, y, scale: size / 80, turn: angle }
    fill(
      p,
      place(shape('M0 8 C-34 4 -36 -40 -26 -78 C-12 -64 -6 -58 0 -84 C6 -58 12 -64 26 -78 C36 -40 34 4 0 8 Z'), cup),
      { color: dark },
    )
    fill(p, place(shape('M0 8 C-36 6 -38 -36 -30 -70 C-10 -50 6 -30 4 8 Z'), cup), { color, form })
    fill(p, place(shape('M0 8 C36 6 38 -36 30 -70 C12 -56 -10 -26 -4 8 Z'), cup), {
      color: mix(color, pale, 0.3),
      form,
    })
  } else if (kind === 'daisy') {
    const n = 13
    for (let i = 0; i < n; i++)
      petal(
        (i / n) * Math.PI * 2 + rng.range(-0.07, 0.07),
        rng.range(0.52, 0.62),
        0.42,
        mix(pale, color, rng.next() * 0.7),
      )
    fill(p, ellipse(x, y, size * 0.17, size * 0.16), {
      color: p.palette.accent2,
      form: {
        shadow: mix(p.palette.accent2, p.palette.deep, 0.5),
        dx: p.lightSide,
        dy: -0.8,
        radius: size * 0.05,
        grain: 1.2,
      },
    })
  } else if (kind === 'spray') {
    for (let i = 0; i < 26; i++) {
      const a = angle + rng.range(-1.1, 1.1)
      const d = size * rng.range(0.1, 0.85)
      const px = x + Math.sin(a) * d
      const py = y - Math.cos(a) * d
      fill(
        p,
        ribbon(
          [
            [x, y],
            [(x + px) / 2 + rng.range(-3, 3), (y + py) / 2],
            [px, py],
          ],
          () => Math.max(0.6, size * 0.008),
          3,
        ),
        { color: p.palette.leaf, plain: true },
      )
      fill(p, ellipse(px, py, size * rng.range(0.035, 0.07)), {
        color: rng.chance(0.5) ? color : pale,
        form: { shadow: dark, dx: p.lightSide, dy: -1, radius: size * 0.025, grain: 0.8 },
      })
    }
  } else {
    const layers =
      kind === 'peony'
        ? [
            [9, 0.62, 0.85],
            [8, 0.5, 0.8],
            [6, 0.36, 0.8],
            [5, 0.24, 0.8],
          ]
        : [
            [3, 0.64, 1.35],
            [3, 0.55, 1.25],
          ]
    layers.forEach(([n, reach, width], l) => {
      const start = rng.range(0, 2)
      for (let i = 0; i < n; i++)
        petal(
          start + (i / n) * Math.PI * 2 + rng.range(-0.12, 0.12),
          reach * rng.range(0.92, 1.08),
          width,
          mix(mix(color, dark, 0.3 - l * 0.1), pale, l * 0.14 + rng.next() * 0.12),
        )
    })
    const core = kind === 'poppy' ? p.palette.deep : mix(p.palette.accent2, color, 0.25)
    fill(p, ellipse(x, y, size * 0.11), {
      color: core,
      form: { shadow: p.palette.deep, light: p.palette.leaf, dx: p.lightSide, dy: -1, radius: size * 0.05 },
    })
    for (let i = 0; i < 18; i++)
      fill(
        p,
        ellipse(
          x + Math.cos(i * 0.35) * size * rng.range(0.13, 0.2),
          y + Math.sin(i * 0.35) * size * rng.range(0.13, 0.2),
          size * 0.014,
          size * 0.014,
          0,
          8,
        ),
        { color: kind === 'poppy' ? p.palette.deep : p.palette.accent2, plain: true },
      )
  }
}

function squeeze(contour: number[], x: number, y: number, angle: number, width: number): number[] {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return contour.map((_, i, all) => {
    const k = i - (i % 2)
    const across = (all[k] - x) * c + (all[k + 1] - y) * s
    const along = -(all[k] - x) * s + (all[k + 1] - y) * c
    return i % 2 === 0 ? x + across * width * c - along * s : y + across * width * s + along * c
  })
}

export const bud = (p: Painter, x: number, y: number, size: number, color: Rgb): void =>
  fill(
    p,
    unite(
      blob([
        [x - size * 0.4, y],
        [x, y - size],
        [x + size * 0.4, y],
        [x, y + size * 0.3],
      ]),
    ),
    { color, form: { shadow: mix(color, p.palette.deep, 0.5), dx: p.lightSide, dy: -0.6, radius: size * 0.3 } },
  )
