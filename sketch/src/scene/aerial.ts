/** The land from straight above: fields, water, trees with their shadows, roofs. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ellipse, polygon, rect, ribbon } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import type { Plan } from './plan.ts'

const layouts = ['river', 'coast', 'village', 'patchwork'] as const

export function paintAerial(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('aerial')
  const { palette, u, w, h } = p
  const layout = plan.brief.places.includes('sea') && plan.layout === 3 ? 'coast' : layouts[plan.layout]
  const winter = plan.season === 'winter'
  const tones = winter
    ? [palette.light, mix(palette.light, palette.haze, 0.4), mix(palette.light, palette.far, 0.3)]
    : [
        palette.ground,
        palette.leaf,
        mix(palette.ground, palette.accent2, 0.5),
        mix(palette.leaf, palette.sun, 0.4),
        palette.far,
        mix(palette.accent, palette.ground, 0.6),
      ]
  fill(p, rect(-2, -2, w + 4, h + 4), { color: mix(palette.leaf, palette.deep, 0.3), plain: true })
  fields(p, rng, tones, plan.side * [0.3, 0.12, 0.42, -0.25][plan.layout], layout === 'patchwork' ? 0.2 : 0.26)
  if (layout === 'coast') coast(p, rng, plan.side)
  else if (layout !== 'patchwork') stream(p, rng, plan.side, layout === 'river' ? 0.1 : 0.035)
  const edge = (x: number): boolean => layout === 'coast' && (x / w - 0.5) * plan.side > 0.05
  for (let i = 0; i < (layout === 'village' ? 26 : 9); i++) {
    const a = rng.range(0, 6.28)
    const d = Math.sqrt(rng.next()) * u * (layout === 'village' ? 0.3 : 0.5)
    const x = w * 0.5 + Math.cos(a) * d
    if (!edge(x)) roof(p, rng, x, h * 0.5 + Math.sin(a) * d)
  }
  for (let i = 0; i < 90; i++) {
    const x = rng.next() * w
    if (!edge(x))
      crown(
        p,
        x,
        rng.next() * h,
        u * rng.range(0.01, 0.026),
        mix(palette.leaf, rng.chance(0.5) ? palette.deep : palette.accent2, rng.range(0.1, 0.35)),
      )
  }
}

/** A turned grid with wandering corners; each field ploughed its own way. */
function fields(p: Painter, rng: Rng, tones: readonly Rgb[], turn: number, size: number): void {
  const { u, w, h } = p
  const cell = u * size
  const reach = Math.hypot(w, h) / 2 + cell
  const n = Math.ceil(reach / cell)
  const corner = new Map<string, Point>()
  const at = (i: number, j: number): Point => {
    const key = `${i},${j}`
    const known = corner.get(key)
    if (known) return known
    const x = (i + rng.range(-0.22, 0.22)) * cell * 1.25
    const y = (j + rng.range(-0.22, 0.22)) * cell * 0.85
    const made: Point = [
      w / 2 + x * Math.cos(turn) - y * Math.sin(turn),
      h / 2 + x * Math.sin(turn) + y * Math.cos(turn),
    ]
    corner.set(key, made)
    return made
  }
  for (let i = -n; i < n; i++) {
    for (let j = -n - 2; j < n + 2; j++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]
      const mid: Point = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2]
      if (mid[0] < -cell * 1.2 || mid[1] < -cell * 1.2 || mid[0] > w + cell * 1.2 || mid[1] > h + cell * 1.2) continue
      const tone = mix(rng.pick(tones), p.palette.light, rng.range(0, 0.22))
      const inset = (q: Point): Point => [mid[0] + (q[0] - mid[0]) * 0.965, mid[1] + (q[1] - mid[1]) * 0.965]
      fill(p, polygon([a, b, c, d].map(inset)), {
        color: tone,
        washes: [
          {
            color: mix(tone, p.palette.deep, 0.3),
            x0: a[0],
            y0: a[1],
            x1: c[0] + cell,
            y1: c[1],
            grain: 0.8,
            strength: 0.7,
          },
        ],
      })
      if (rng.chance(0.65)) furrows(p, a, b, c, d, mix(tone, rng.chance(0.5) ? p.palette.deep : p.palette.light, 0.3))
    }
  }
}

function furrows(p: Painter, a: Point, b: Point, c: Point, d: Point, color: Rgb): void {
  const lines: number[][] = []
  const between = (q: Point, r: Point, t: number): Point => [q[0] + (r[0] - q[0]) * t, q[1] + (r[1] - q[1]) * t]
  const thin = p.u * 0.0016
  for (let t = 0.1; t < 0.95; t += 0.085) {
    const [x0, y0] = between(between(a, b, t), between(d, c, t), 0.06)
    const [x1, y1] = between(between(a, b, t), between(d, c, t), 0.94)
    lines.push([x0 - thin, y0, x0 + thin, y0, x1 + thin, y1, x1 - thin, y1])
  }
  fill(p, lines, { color, alpha: 0.55, plain: true })
}

function stream(p: Painter, rng: Rng, side: number, width: number): void {
  const { palette, u, w, h } = p
  const points = Array.from(
    { length: 7 },
    (_, i): Point => [w * (0.5 + side * (0.28 * Math.sin(i * 1.25) + rng.range(-0.06, 0.06))), h * (-0.08 + i * 0.2)],
  )
  const water = mix(palette.near, palette.skyTop, 0.35)
  fill(
    p,
    ribbon(points, () => u * width * 1.35, 14),
    { color: mix(palette.skyLow, palette.accent2, 0.25) },
  )
  fill(
    p,
    ribbon(points, () => u * width, 14),
    { color: water, washes: [{ color: mix(water, palette.deep, 0.4), x0: 0, y0: 0, x1: w, y1: h, grain: 0.6 }] },
  )
  fill(
    p,
    ribbon(points, (t) => u * width * 0.12 * Math.abs(Math.sin(t * 19)), 14),
    { color: palette.light, alpha: 0.5, plain: true },
  )
}

function coast(p: Painter, rng: Rng, side: number): void {
  const { palette, u, w, h } = p
  const shore = (dx: number): Point[] =>
    Array.from(
      { length: 9 },
      (_, i): Point => [
        w * (0.5 + side * 0.03) + side * dx + Math.sin(i * 1.7) * u * 0.07 + rng.range(-0.01, 0.01) * u,
        h * (-0.1 + i * 0.15),
      ],
    )
  const far = side > 0 ? w * 1.1 : -w * 0.1
  const water = mix(palette.near, palette.skyTop, 0.3)
  const area = (dx: number): number[][] => [[...shore(dx).flat(), far, h * 1.2, far, -h * 0.2]]
  fill(p, area(-u * 0.05), { color: mix(palette.skyLow, palette.accent2, 0.3) })
  fill(p, area(0), { color: mix(water, palette.light, 0.45) })
  fill(p, area(u * 0.035), {
    color: water,
    washes: [{ color: mix(water, palette.deep, 0.6), x0: w / 2, y0: 0, x1: far, y1: h * 0.3, grain: 0.6 }],
  })
  for (const dx of [0.01, 0.05, 0.1])
    fill(
      p,
      ribbon(shore(dx * u), (t) => u * 0.012 * (0.4 + 0.6 * Math.abs(Math.sin(t * 23 + dx * 90))), 8),
      { color: palette.light, alpha: 0.85 - dx * 4, plain: true },
    )
}

function crown(p: Painter, x: number, y: number, r: number, color: Rgb): void {
  fill(p, ellipse(x - p.lightSide * r * 0.7, y + r * 0.6, r, r, 0, 14), {
    color: p.palette.deep,
    alpha: 0.4,
    plain: true,
  })
  fill(p, ellipse(x, y, r, r, 0, 18), {
    color,
    form: {
      shadow: mix(color, p.palette.deep, 0.4),
      light: mix(color, p.palette.sun, 0.45),
      dx: p.lightSide,
      dy: -0.8,
      radius: Math.max(1.5, r * 0.5),
      grain: 0.9,
    },
  })
}

function roof(p: Painter, rng: Rng, x: number, y: number): void {
  const { palette, u } = p
  const long = u * rng.range(0.02, 0.036)
  const wide = long * 0.62
  const turn = rng.pick([0.3, 0.3 + Math.PI / 2])
  const c = Math.cos(turn)
  const s = Math.sin(turn)
  const at = (dx: number, dy: number): Point => [x + dx * c - dy * s, y + dx * s + dy * c]
  const tone = mix(rng.pick([palette.accent, palette.accent2, palette.light]), palette.deep, 0.08)
  fill(
    p,
    polygon(
      [at(-long, -wide), at(long, -wide), at(long, wide), at(-long, wide)].map(
        ([a, b]): Point => [a - p.lightSide * u * 0.008, b + u * 0.008],
      ),
    ),
    { color: palette.deep, alpha: 0.4, plain: true },
  )
  fill(p, polygon([at(-long, -wide), at(long, -wide), at(long, 0), at(-long, 0)]), {
    color: mix(tone, palette.light, 0.15),
  })
  fill(p, polygon([at(-long, 0), at(long, 0), at(long, wide), at(-long, wide)]), {
    color: mix(tone, palette.deep, 0.28),
  })
}
