import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, ribbon, unite } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

export type TreeLook = {
  readonly crown: Rgb
  readonly lit: Rgb
  readonly dark: Rgb
  readonly trunk: Rgb
  readonly bare?: boolean
  readonly blossom?: Rgb | undefined
}

/** A broad-leaved tree: limbs first, then clumps of foliage from the shaded back to the lit front. */
export function paintTree(p: Painter, rng: Rng, x: number, foot: number, height: number, look: TreeLook): void {
  const lean = rng.range(-0.07, 0.07) * height
  const limbs: Path[] = [
    ribbon(
      [
        [x, foot + height * 0.02],
        [x + lean * 0.3, foot - height * 0.22],
        [x + lean, foot - height * 0.55],
      ],
      (t) => height * (0.075 - 0.05 * t) + (t < 0.08 ? height * 0.02 : 0),
    ),
  ]
  const ends: [number, number][] = []
  branch(
    rng,
    limbs,
    ends,
    x + lean * 0.6,
    foot - height * 0.34,
    -Math.PI / 2 + rng.range(-0.2, 0.2),
    height * (look.bare ? 0.26 : 0.17),
    height * 0.034,
    look.bare ? 5 : 2,
  )
  fill(p, unite(...limbs), {
    color: look.trunk,
    form: {
      shadow: mix(look.trunk, look.dark, 0.6),
      light: mix(look.trunk, look.lit, 0.5),
      dx: p.lightSide,
      dy: -0.2,
      radius: Math.max(2, height * 0.02),
    },
  })
  if (look.bare) return
  const cx = x + lean * 1.1
  const cy = foot - height * 0.64
  const clumps: { x: number; y: number; r: number }[] = []
  const n = rng.int(9, 13)
  for (let i = 0; i < n; i++) {
    const a = (i / n) * Math.PI * 2 + rng.range(-0.3, 0.3)
    const d = rng.range(0.12, 0.27) * height
    clumps.push({ x: cx + Math.cos(a) * d * 1.1, y: cy + Math.sin(a) * d * 0.86, r: height * rng.range(0.1, 0.17) })
  }
  const back = unite(
    ...clumps.map((c) => ellipse(c.x, c.y, c.r * 1.1, c.r)),
    ellipse(cx, cy, height * 0.24, height * 0.2),
  )
  fill(p, back, {
    color: mix(look.crown, look.dark, 0.45),
    form: { shadow: look.dark, light: look.crown, dx: p.lightSide, dy: -0.9, radius: height * 0.09, grain: 0.9 },
  })
  const front = clumps.filter((c) => rng.chance(0.75) || c.y < cy).sort((a, b) => b.y - a.y)
  for (const c of front) {
    const leafy = ragged(rng, c.x + p.lightSide * height * 0.02, c.y - height * 0.02, c.r * 0.95)
    fill(p, leafy, {
      color: look.crown,
      form: {
        shadow: mix(look.crown, look.dark, 0.6),
        light: look.lit,
        dx: p.lightSide,
        dy: -0.9,
        radius: c.r * 0.42,
        grain: 0.95,
      },
    })
  }
  if (look.blossom) scatter(p, rng, cx, cy, height * 0.36, height * 0.006, look.blossom, 90)
}

/** Foliage edge: a circle bitten by small lobes. */
function ragged(rng: Rng, x: number, y: number, r: number): Path {
  const parts: Path[] = [ellipse(x, y, r * 0.82, r * 0.74)]
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2 + rng.range(-0.2, 0.2)
    parts.push(
      ellipse(
        x + Math.cos(a) * r * 0.72,
        y + Math.sin(a) * r * 0.62,
        r * rng.range(0.2, 0.34),
        r * rng.range(0.18, 0.3),
      ),
    )
  }
  return unite(...parts)
}

function scatter(
  p: Painter,
  rng: Rng,
  x: number,
  y: number,
  reach: number,
  size: number,
  color: Rgb,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const a = rng.range(0, Math.PI * 2)
    const d = Math.sqrt(rng.next()) * reach
    fill(
      p,
      ellipse(
        x + Math.cos(a) * d * 1.1,
        y + Math.sin(a) * d * 0.85,
        size * rng.range(0.6, 1.3),
        size * rng.range(0.5, 1),
        0,
        8,
      ),
      { color, alpha: rng.range(0.6, 1), plain: true },
    )
  }
}

export function branch(
  rng: Rng,
  out: Path[],
  ends: [number, number][],
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  depth: number,
): void {
  const bend = angle + rng.range(-0.25, 0.25)
  const mx = x + Math.cos(angle) * length * 0.5
  const my = y + Math.sin(angle) * length * 0.5
  const ex = mx + Math.cos(bend) * length * 0.5
  const ey = my + Math.sin(bend) * length * 0.5
  out.push(
    ribbon(
      [
        [x, y],
        [mx, my],
        [ex, ey],
      ],
      (t) => width * (1 - t * 0.45),
      4,
    ),
  )
  ends.push([ex, ey])
  if (depth <= 0) return
  const forks = rng.chance(0.3) ? 3 : 2
  for (let i = 0; i < forks; i++) {
    const spread = (i - (forks - 1) / 2) * rng.range(0.6, 0.95) + rng.range(-0.15, 0.15)
    branch(rng, out, ends, ex, ey, bend + spread, length * rng.range(0.62, 0.82), width * 0.58, depth - 1)
  }
}
