/** Repaints a picture in brush strokes, large to small, each following the forms it lies on. */
import { blurSheet } from '#sketch/core/blur.ts'
import { sampleTile } from '#sketch/core/noise.ts'
import type { Sheet } from './context.ts'
import { lumaPlane } from './context.ts'

export type StrokeLook = {
  readonly sizes: readonly number[]
  readonly length: number
  readonly relief: number
  readonly jitter: number /** How strongly the original drawing comes back where strokes lost it, 0..1. */
  readonly keep: number
}

export function repaint(s: Sheet, look: StrokeLook): void {
  const { surface, u } = s
  const { width, height, px } = surface
  const source = px.slice()
  const rng = s.rng.fork('strokes')
  const soft = blurSheet(lumaPlane(surface), width, height, Math.max(2, u * 0.006))
  look.sizes.forEach((size, layer) => {
    const half = Math.max(1.5, size * u * 0.5)
    // Long strokes cover more, so fewer of them are laid.
    const step = half * 1.6 * Math.sqrt(look.length * 0.5)
    const columns = Math.ceil(width / step)
    const rows = Math.ceil(height / step)
    const order = shuffle(columns * rows, rng.next)
    for (const cell of order) {
      const x = ((cell % columns) + rng.next()) * step
      const y = (Math.floor(cell / columns) + rng.next()) * step
      const xi = Math.min(width - 1, Math.floor(x))
      const yi = Math.min(height - 1, Math.floor(y))
      const o = (yi * width + xi) * 3
      // The fine layers only return where the coarse ones lost the drawing.
      if (layer > 0) {
        const miss =
          Math.abs(source[o] - px[o]) + Math.abs(source[o + 1] - px[o + 1]) + Math.abs(source[o + 2] - px[o + 2])
        if (miss < 0.1 && rng.next() > 0.05) continue
      }
      const r = Math.max(2, Math.round(half * 0.8))
      const at = (dx: number, dy: number): number =>
        soft[Math.max(0, Math.min(height - 1, yi + dy)) * width + Math.max(0, Math.min(width - 1, xi + dx))]
      const gx = at(r, 0) - at(-r, 0)
      const gy = at(0, r) - at(0, -r)
      const flow = sampleTile(s.mottle, (x / u) * 40, (y / u) * 40) * 1.1
      const angle = Math.hypot(gx, gy) > 0.02 ? Math.atan2(gx, -gy) : flow
      const tint = (rng.next() - 0.5) * look.jitter
      stamp(s, {
        x,
        y,
        angle,
        half,
        reach: half * look.length * (0.7 + rng.next() * 0.6),
        r: source[o] + tint,
        g: source[o + 1] + tint * 0.8,
        b: source[o + 2] + tint * 0.9,
        relief: look.relief,
        seed: rng.next() * 200,
      })
    }
  })
  for (let o = 0; o < px.length; o += 3) {
    const miss = Math.abs(source[o] - px[o]) + Math.abs(source[o + 1] - px[o + 1]) + Math.abs(source[o + 2] - px[o + 2])
    const k = Math.min(1, Math.max(0, miss * 3 - 0.12)) * look.keep
    for (let c = 0; c < 3; c++) px[o + c] += (source[o + c] - px[o + c]) * k
  }
}

function shuffle(n: number, next: () => number): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

type Stroke = {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly half: number
  readonly reach: number
  readonly r: number
  readonly g: number
  readonly b: number
  readonly relief: number
  readonly seed: number
}

/** One loaded brush: bristle streaks along it, a lit ridge on one side, a shaded one on the other. */
function stamp(s: Sheet, stroke: Stroke): void {
  const { px, width, height } = s.surface
  const { x: cx, y: cy, half, reach, r, g, b, seed } = stroke
  const c = Math.cos(stroke.angle)
  const n = Math.sin(stroke.angle)
  const ey = Math.abs(n) * reach + Math.abs(c) * half
  const y1 = Math.min(height - 1, Math.ceil(cy + ey))
  const tile = s.mottle.data
  const alongStep = c / reach
  const acrossStep = -n / half
  const lean = (n > 0 ? 0.5 : -0.5) * stroke.relief
  const ridge = stroke.relief * 0.5
  const bristleAt = (seed | 0) + 16
  const bristleTo = ((seed * 3) | 0) + 16
  for (let y = Math.max(0, Math.floor(cy - ey)); y <= y1; y++) {
    const dy = y - cy
    // Only where the row crosses the brush's own box, however it is turned.
    const a0 = (dy * n) / reach
    const b0 = (dy * c) / half
    let from = -width
    let to = width
    if (Math.abs(alongStep) > 1e-6) {
      const mid = -a0 / alongStep
      const half = Math.abs(1 / alongStep)
      from = Math.max(from, mid - half)
      to = Math.min(to, mid + half)
    }
    if (Math.abs(acrossStep) > 1e-6) {
      const mid = -b0 / acrossStep
      const half = Math.abs(1 / acrossStep)
      from = Math.max(from, mid - half)
      to = Math.min(to, mid + half)
    }
    const x0 = Math.max(0, Math.ceil(cx + from))
    const x1 = Math.min(width - 1, Math.floor(cx + to))
    let along = a0 + (x0 - cx) * alongStep
    let across = b0 + (x0 - cx) * acrossStep
    let o = (y * width + x0) * 3
    for (let x = x0; x <= x1; x++, o += 3, along += alongStep, across += acrossStep) {
      const along2 = along * along
      const d = across * across + along2 * along2
      if (d >= 1) continue
      const bristle = tile[(((across * 9 + bristleAt) & 255) << 8) | ((along * 10 + bristleTo) & 255)]
      let a = (1 - d) * 2.4 + bristle * 0.7 - (along > 0 ? along * 0.5 : 0)
      if (a <= 0) continue
      if (a > 1) a = 1
      const light = 1 + bristle * ridge - across * lean * Math.abs(across)
      px[o] += (r * light - px[o]) * a
      px[o + 1] += (g * light - px[o + 1]) * a
      px[o + 2] += (b * light - px[o + 2]) * a
    }
  }
}
