/** Paths are already-flattened closed contours in pixels: x0, y0, x1, y1, … */
import type { Curve } from './noise.ts'

export type Contour = number[]
export type Path = readonly Contour[]
export type Point = readonly [number, number]

export const polygon = (points: readonly Point[]): Path => [points.flatMap((p) => [p[0], p[1]])]

export function ellipse(cx: number, cy: number, rx: number, ry = rx, turn = 0, steps = 0): Path {
  const n = steps || Math.max(16, Math.min(120, Math.ceil(Math.sqrt(Math.max(rx, ry)) * 5)))
  const out: Contour = []
  const c = Math.cos(turn)
  const s = Math.sin(turn)
  for (let i = 0; i < n; i++) {
    const a = (i / n) * Math.PI * 2
    const x = Math.cos(a) * rx
    const y = Math.sin(a) * ry
    out.push(cx + x * c - y * s, cy + x * s + y * c)
  }
  return [out]
}

export const rect = (x: number, y: number, w: number, h: number): Path => [[x, y, x + w, y, x + w, y + h, x, y + h]]

/** Catmull-Rom through the points; closed shapes get no visible start. */
export function smooth(points: readonly Point[], closed = true, steps = 8): Contour {
  const n = points.length
  const out: Contour = []
  const at = (i: number): Point => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))])
  const spans = closed ? n : n - 1
  for (let i = 0; i < spans; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let k = 0; k < steps; k++) {
      const t = k / steps
      const t2 = t * t
      const t3 = t2 * t
      for (const axis of [0, 1] as const) {
        out.push(
          0.5 *
            (2 * p1[axis] +
              (p2[axis] - p0[axis]) * t +
              (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t2 +
              (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t3),
        )
      }
    }
  }
  if (!closed) out.push(points[n - 1][0], points[n - 1][1])
  return out
}

export const blob = (points: readonly Point[], steps = 8): Path => [smooth(points, true, steps)]

/** A stroke with a width of its own at every point: stems, branches, tails, wave lines. */
export function ribbon(points: readonly Point[], width: (t: number) => number, steps = 8): Path {
  const line = smooth(points, false, steps)
  const n = line.length / 2
  const left: Contour = []
  const right: number[] = []
  for (let i = 0; i < n; i++) {
    const a = Math.max(0, i - 1) * 2
    const b = Math.min(n - 1, i + 1) * 2
    const dx = line[b] - line[a]
    const dy = line[b + 1] - line[a + 1]
    const len = Math.hypot(dx, dy) || 1
    const half = width(i / Math.max(1, n - 1)) / 2
    left.push(line[i * 2] - (dy / len) * half, line[i * 2 + 1] + (dx / len) * half)
    right.push(line[i * 2 + 1] - (dx / len) * half, line[i * 2] + (dy / len) * half)
  }
  return [[...left, ...right.reverse()]]
}

export type Placement = {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn?: number
  readonly flip?: boolean
}

export function place(path: Path, { x, y, scale, turn = 0, flip = false }: Placement): Path {
  const c = Math.cos(turn) * scale
  const s = Math.sin(turn) * scale
  const sx = flip ? -1 : 1
  return path.map((contour) => {
    const out: Contour = new Array<number>(contour.length)
    for (let i = 0; i < contour.length; i += 2) {
      const px = contour[i] * sx
      const py = contour[i + 1]
      out[i] = x + px * c - py * s
      out[i + 1] = y + px * s + py * c
    }
    return out
  })
}

/** A hand never cuts a perfect line: push points along a wandering offset. */
export function wobble(path: Path, amount: number, curve: Curve, period: number): Path {
  if (amount <= 0) return path
  return path.map((contour) => {
    const out: Contour = []
    const n = contour.length
    let travelled = 0
    for (let i = 0; i < n; i += 2) {
      const x0 = contour[i]
      const y0 = contour[i + 1]
      const x1 = contour[(i + 2) % n]
      const y1 = contour[(i + 3) % n]
      const len = Math.hypot(x1 - x0, y1 - y0)
      const parts = Math.max(1, Math.min(400, Math.ceil(len / (period * 0.4))))
      for (let k = 0; k < parts; k++) {
        const at = (travelled + (len * k) / parts) / period
        out.push(
          x0 + ((x1 - x0) * k) / parts + curve(at) * amount,
          y0 + ((y1 - y0) * k) / parts + curve(at + 91.7) * amount,
        )
      }
      travelled += len
    }
    return out
  })
}

function signedArea(c: Contour): number {
  let sum = 0
  for (let i = 0, n = c.length; i < n; i += 2) sum += c[i] * c[(i + 3) % n] - c[(i + 2) % n] * c[i + 1]
  return sum
}

/** Same winding everywhere, so overlapping contours add up to a union instead of cutting holes. */
export function unite(...paths: readonly Path[]): Path {
  return paths.flat().map((contour) => {
    if (signedArea(contour) >= 0) return contour
    const out: Contour = []
    for (let i = contour.length - 2; i >= 0; i -= 2) out.push(contour[i], contour[i + 1])
    return out
  })
}
