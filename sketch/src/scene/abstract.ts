/** For words that name no thing: compositions of cut shapes, arcs and strata, balanced by construction. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path, Point } from '#sketch/core/path.ts'
import { blob, ellipse, polygon, rect, ribbon } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import { paintLeaf } from '#sketch/subjects/sprig.ts'
import type { Plan } from './plan.ts'

const layouts = ['strata', 'arches', 'pebbles', 'mobile'] as const

export function paintAbstract(p: Painter, plan: Plan): void {
  const { palette, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const back = plan.time === 'night' ? mix(palette.deep, palette.skyTop, 0.3) : mix(palette.paper, palette.skyLow, 0.5)
  fill(p, rect(-2, -2, w + 4, h + 4), {
    color: back,
    plain: true,
    washes: [{ color: mix(back, palette.haze, 0.5), x0: 0, y0: 0, x1: w * 0.3, y1: h, grain: 0.5 }],
  })
  const rng = p.rng.fork(layout)
  const tones = [
    palette.accent,
    palette.near,
    palette.accent2,
    palette.far,
    palette.deep,
    palette.leaf,
    mix(palette.accent, palette.light, 0.5),
  ]
  ;({ strata, arches, pebbles, mobile })[layout](p, rng, tones)
}

const soft = (p: Painter, c: Rgb, x0: number, y0: number, x1: number, y1: number) => ({
  color: c,
  washes: [{ color: mix(c, p.palette.deep, 0.4), x0, y0, x1, y1, grain: 0.8, strength: 0.8 }],
})

/** A landscape that is only layers: sun disc, overlapping swells, each shaded into the next. */
function strata(p: Painter, rng: Rng, tones: readonly Rgb[]): void {
  const { u, w, h, palette } = p
  const x = w * rng.range(0.32, 0.68)
  const y = h * rng.range(0.26, 0.38)
  const r = u * rng.range(0.16, 0.24)
  fill(p, ellipse(x, y, r * 1.34), { color: mix(palette.accent2, palette.light, 0.55), alpha: 0.7 })
  fill(p, ellipse(x, y, r), soft(p, palette.accent, x, y - r * 0.3, x, y + r * 2))
  const n = rng.int(6, 8)
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1)
    const base = h * (0.4 + 0.52 * t)
    const amp = h * rng.range(0.05, 0.12)
    const phase = rng.range(0, 6.3)
    const pts: Point[] = Array.from({ length: 25 }, (_, k) => [
      (-0.1 + (k / 24) * 1.2) * w,
      base - Math.sin(phase + (k / 24) * rng.range(4.4, 4.6)) * amp,
    ])
    const c = mix(tones[(i * 3 + 1) % tones.length], palette.haze, 0.35 * (1 - t))
    const flip = i % 2 === 0
    fill(p, [[...pts.flat(), w * 1.2, h * 1.2, -w * 0.2, h * 1.2]], {
      ...soft(p, c, flip ? 0 : w, base - amp, flip ? w : 0, base + amp * 2),
      until: i < n - 1 ? h * (0.4 + (0.52 * (i + 1)) / (n - 1) + 0.13) : undefined,
    })
    for (let k = 1; k <= 3 && i % 3 === 1; k++)
      fill(
        p,
        ribbon(
          pts.map((q) => [q[0], q[1] + u * 0.018 * k] as const),
          () => u * 0.0035,
          3,
        ),
        { color: mix(c, palette.light, 0.6), plain: true },
      )
  }
}

/** Nested arches and stairs, as on a travel poster for a town that never was. */
function arches(p: Painter, rng: Rng, tones: readonly Rgb[]): void {
  const { u, w, h, palette } = p
  const floor = h * 0.86
  fill(p, ellipse(w * rng.range(0.3, 0.7), h * 0.24, u * rng.range(0.1, 0.15)), { color: palette.accent })
  fill(p, rect(-4, floor, w + 8, h), soft(p, palette.near, 0, floor, w, h))
  const spots = [
    [0.24, 0.5, 0.2],
    [0.74, 0.66, 0.23],
    [0.48, 0.42, 0.17],
    [0.92, 0.36, 0.13],
    [0.07, 0.3, 0.12],
  ]
  spots.forEach(([cx, height, half], i) => {
    const rings = 4
    for (let k = 0; k < rings; k++) {
      const f = 1 - k * 0.235
      const r = half * u * f
      const top = floor - height * h * 0.92 + (1 - f) * half * u
      const c = tones[(i * 2 + k) % tones.length]
      const arc = Array.from({ length: 37 }, (_, q) => [
        cx * w - Math.cos((q / 36) * Math.PI) * r,
        top + r - Math.sin((q / 36) * Math.PI) * r,
      ]).flat()
      fill(
        p,
        [[...arc, cx * w + r, floor, cx * w - r, floor]],
        soft(p, mix(c, palette.light, 0.12), cx * w + p.lightSide * r, top, cx * w - p.lightSide * r * 1.2, floor),
      )
    }
  })
  for (let i = 0; i < 4; i++) {
    const s = u * 0.05
    fill(
      p,
      rect(w * 0.5 - s * (4 - i) * 1.5, floor + i * s * 0.55 - s * 0.1, s * (4 - i) * 3, s * 0.56),
      soft(p, mix(palette.light, palette.haze, 0.15 + i * 0.1), 0, floor + i * s * 0.5, 0, floor + i * s * 0.5 + s),
    )
  }
  paintLeaf(p, 'oval', w * 0.6, floor, u * 0.2, 0.35, palette.leaf)
  paintLeaf(p, 'lance', w * 0.6, floor, u * 0.25, -0.2, mix(palette.leaf, palette.deep, 0.3))
  paintLeaf(p, 'lance', w * 0.6, floor, u * 0.19, 0.8, mix(palette.leaf, palette.light, 0.2))
}

/** Stones balanced on stones: weight below, color above. */
function pebbles(p: Painter, rng: Rng, tones: readonly Rgb[]): void {
  const { u, w, h, palette } = p
  fill(p, ellipse(w * 0.5, h * 0.42, u * 0.34), {
    color: mix(palette.accent2, palette.paper, 0.35),
    washes: [{ color: mix(palette.accent, palette.accent2, 0.5), x0: 0, y0: h * 0.4, x1: 0, y1: h * 0.9, grain: 0.8 }],
  })
  const floor = h * 0.88
  fill(
    p,
    rect(-4, floor - u * 0.03, w + 8, h),
    soft(p, mix(palette.haze, palette.far, 0.4), 0, floor, w * 0.4, h * 1.1),
  )
  let y = floor
  const n = rng.int(5, 6)
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1)
    const rx = Math.min(u * 0.25, h * 0.2) * (1 - 0.6 * t) * rng.range(0.88, 1.1)
    const ry = rx * rng.range(0.34, 0.5)
    y -= ry * 0.96
    const cx = w * 0.5 + rng.range(-0.05, 0.05) * u
    const c = tones[(i * 2 + 3) % tones.length]
    const stone = blob(
      [
        [cx - rx, y + ry * 0.15],
        [cx - rx * 0.55, y - ry * 0.85],
        [cx + rx * 0.3, y - ry],
        [cx + rx, y - ry * 0.05],
        [cx + rx * 0.6, y + ry * 0.9],
        [cx - rx * 0.5, y + ry * 0.98],
      ],
      12,
    )
    fill(p, stone, {
      color: c,
      form: {
        shadow: mix(c, palette.deep, 0.5),
        light: mix(c, palette.light, 0.5),
        dx: p.lightSide,
        dy: -0.8,
        radius: ry * 0.55,
        grain: 0.9,
      },
    })
    if (i % 2 === 1)
      for (let k = 0; k < 3; k++)
        fill(
          p,
          ribbon(
            [
              [cx - rx * 0.86, y - ry * (0.1 - k * 0.2)],
              [cx, y + ry * (0.05 + k * 0.2)],
              [cx + rx * 0.84, y - ry * (0.15 - k * 0.2)],
            ],
            () => u * 0.003,
          ),
          { color: palette.light, alpha: 0.6, plain: true },
        )
    y -= ry * 0.9
  }
  const twig: Point[] = [
    [w * 0.5, y + u * 0.02],
    [w * 0.52, y - u * 0.08],
    [w * 0.56, y - u * 0.17],
  ]
  fill(
    p,
    ribbon(twig, (t) => u * 0.006 * (1 - t * 0.5)),
    { color: palette.deep, plain: true },
  )
  for (const [k, a] of [
    [0, -0.6],
    [1, 0.9],
    [2, 0.3],
  ])
    paintLeaf(p, 'lance', twig[k][0], twig[k][1], u * 0.08, a, palette.leaf)
}

/** A hanging mobile: every arm carries equal moments left and right, so it always balances. */
function mobile(p: Painter, rng: Rng, tones: readonly Rgb[]): void {
  const { u, w, h, palette } = p
  const big = [
    [0.2, 0.75, 0.26],
    [0.86, 0.3, 0.2],
    [0.72, 0.9, 0.17],
  ]
  big.forEach(([cx, cy, r], i) => {
    fill(p, blobby(rng, cx * w, cy * h, r * u), { color: mix(tones[(i + 2) % tones.length], palette.paper, 0.62) })
  })
  const line = mix(palette.deep, palette.near, 0.1)
  let y = h * 0.02
  let x = w * 0.5
  for (let i = 0; i < 5; i++) {
    const drop = h * (i === 0 ? 0.12 : 0.1)
    fill(
      p,
      ribbon(
        [
          [x, y],
          [x, y + drop],
        ],
        () => u * 0.003,
      ),
      { color: line, plain: true },
    )
    y += drop
    const side = i % 2 ? 1 : -1
    const near = u * rng.range(0.1, 0.16)
    const far = u * rng.range(0.2, 0.3) * (1 - i * 0.1)
    const a: Point = [x - side * near, y + u * 0.02]
    const b: Point = [x + side * far, y - u * 0.015]
    fill(
      p,
      ribbon([a, [x, y - u * 0.012], b], () => u * 0.0045, 10),
      { color: line, plain: true },
    )
    const c = tones[(i * 2) % tones.length]
    const r = u * (0.1 - i * 0.009) * rng.range(0.85, 1.1)
    fill(
      p,
      ribbon([b, [b[0], b[1] + u * 0.05]], () => u * 0.0025),
      { color: line, plain: true },
    )
    const heart: Path =
      i % 3 === 0
        ? ellipse(b[0], b[1] + u * 0.05 + r, r)
        : i % 3 === 1
          ? blobby(rng, b[0], b[1] + u * 0.05 + r, r)
          : polygon([
              [b[0], b[1] + u * 0.05],
              [b[0] + r, b[1] + u * 0.05 + r * 1.7],
              [b[0] - r, b[1] + u * 0.05 + r * 1.5],
            ])
    fill(p, heart, soft(p, c, b[0] + p.lightSide * r, b[1], b[0] - p.lightSide * r * 1.3, b[1] + r * 2.4))
    ;[x, y] = a
    if (i === 4) fill(p, ellipse(x, y + u * 0.06, u * 0.05), soft(p, palette.accent2, x, y, x, y + u * 0.16))
  }
}

function blobby(rng: Rng, x: number, y: number, r: number): Path {
  const n = 7
  const turn = rng.range(0, 6)
  return blob(
    Array.from(
      { length: n },
      (_, i) =>
        [
          x + Math.cos(turn + (i / n) * Math.PI * 2) * r * rng.range(0.75, 1.2),
          y + Math.sin(turn + (i / n) * Math.PI * 2) * r * rng.range(0.75, 1.15),
        ] as const,
    ),
    14,
  )
}
