/** The absolute subset of SVG path data (M L H V C Q Z) that the hand-drawn subjects use. */
import type { Contour, Path } from './path.ts'

const cache = new Map<string, Path>()

export function shape(data: string): Path {
  const known = cache.get(data)
  if (known) return known
  const parsed = parse(data)
  cache.set(data, parsed)
  return parsed
}

function parse(data: string): Path {
  const contours: Contour[] = []
  let current: Contour = []
  let x = 0
  let y = 0
  for (const [, letter, body] of data.matchAll(/([MLHVCQZ])([^MLHVCQZ]*)/g)) {
    const n = (body.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    if (letter === 'Z') continue
    if (letter === 'M') {
      current = []
      contours.push(current)
    }
    if (letter === 'M' || letter === 'L') {
      for (let i = 0; i + 1 < n.length; i += 2) {
        x = n[i]
        y = n[i + 1]
        current.push(x, y)
      }
    } else if (letter === 'H') {
      x = n[0]
      current.push(x, y)
    } else if (letter === 'V') {
      y = n[0]
      current.push(x, y)
    } else if (letter === 'C') {
      for (let i = 0; i + 5 < n.length; i += 6) {
        cubic(current, x, y, n[i], n[i + 1], n[i + 2], n[i + 3], n[i + 4], n[i + 5])
        x = n[i + 4]
        y = n[i + 5]
      }
    } else {
      for (let i = 0; i + 3 < n.length; i += 4) {
        const [qx, qy, ex, ey] = [n[i], n[i + 1], n[i + 2], n[i + 3]]
        cubic(
          current,
          x,
          y,
          x + ((qx - x) * 2) / 3,
          y + ((qy - y) * 2) / 3,
          ex + ((qx - ex) * 2) / 3,
          ey + ((qy - ey) * 2) / 3,
          ex,
          ey,
        )
        x = ex
        y = ey
      }
    }
  }
  return contours
}

function cubic(
  out: Contour,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): void {
  const steps = 14
  for (let i = 1; i <= steps; i++) {
    const t = i / steps
    const u = 1 - t
    const a = u * u * u
    const b = 3 * u * u * t
    const c = 3 * u * t * t
    const d = t * t * t
    out.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
  }
}
