/** Exact-area polygon coverage by signed accumulation: one pass over edges, one running sum over pixels. */
import type { Path } from './path.ts'

/** Coverage 0..1 of the pixels from (x, y); row `r` holds something only in columns `from[r]` to `to[r]` - 1. */
export type Mask = {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly a: Float32Array
  readonly from: Int32Array
  readonly to: Int32Array
}

/** `pad` keeps that many pixels beyond the sheet, so shading does not see the sheet's edge as the shape's edge. */
export function rasterise(path: Path, width: number, height: number, pad = 0): Mask | undefined {
  let minX = Infinity
  let minY = Infinity
  let maxX = -Infinity
  let maxY = -Infinity
  for (const contour of path) {
    for (let i = 0; i < contour.length; i += 2) {
      if (contour[i] < minX) minX = contour[i]
      if (contour[i] > maxX) maxX = contour[i]
      if (contour[i + 1] < minY) minY = contour[i + 1]
      if (contour[i + 1] > maxY) maxY = contour[i + 1]
    }
  }
  const x = Math.max(-pad, Math.floor(minX))
  const y = Math.max(-pad, Math.floor(minY))
  const w = Math.min(width + pad, Math.ceil(maxX)) - x
  const h = Math.min(height + pad, Math.ceil(maxY)) - y
  if (!(w > 0 && h > 0)) return undefined
  // Two columns to spare take what the accumulation carries past the last pixel; they stay empty.
  const stride = w + 2
  const acc = new Float32Array(stride * h + 2)
  const from = new Int32Array(h).fill(stride)
  const to = new Int32Array(h)
  const spans: Spans = { from, to }
  for (const contour of path) {
    const n = contour.length
    for (let i = 0; i < n; i += 2) {
      const j = i + 2 < n ? i + 2 : 0
      edge(acc, spans, stride, w, h, contour[i] - x, contour[i + 1] - y, contour[j] - x, contour[j + 1] - y)
    }
  }
  for (let row = 0; row < h; row++) {
    let sum = 0
    const start = row * stride
    const end = start + Math.min(to[row], w)
    for (let i = start + from[row]; i < end; i++) {
      sum += acc[i]
      const cover = sum < 0 ? -sum : sum
      acc[i] = cover > 1 ? 1 : cover < 0.004 ? 0 : cover
    }
    for (let i = end; i < start + stride; i++) acc[i] = 0
  }
  return { x, y, w: stride, h, a: acc, from, to }
}

type Spans = { readonly from: Int32Array; readonly to: Int32Array }

function edge(
  acc: Float32Array,
  spans: Spans,
  stride: number,
  w: number,
  h: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): void {
  if (ay === by) return
  const dir = ay < by ? 1 : -1
  const x0 = dir > 0 ? ax : bx
  const y0 = dir > 0 ? ay : by
  const x1 = dir > 0 ? bx : ax
  const y1 = dir > 0 ? by : ay
  if (y1 <= 0 || y0 >= h) return
  const slope = (x1 - x0) / (y1 - y0)
  let x = y0 < 0 ? x0 - y0 * slope : x0
  const last = Math.min(h, Math.ceil(y1))
  for (let row = Math.max(0, Math.floor(y0)); row < last; row++) {
    const dy = Math.min(row + 1, y1) - Math.max(row, y0)
    const nextX = x + slope * dy
    const d = dy * dir
    const p = Math.max(0, Math.min(w, x))
    const q = Math.max(0, Math.min(w, nextX))
    const lo = p < q ? p : q
    const hi = p < q ? q : p
    const loI = Math.floor(lo)
    const hiI = Math.ceil(hi)
    const at = row * stride + loI
    if (loI < spans.from[row]) spans.from[row] = loI
    if (hiI + 1 > spans.to[row]) spans.to[row] = Math.max(hiI, loI + 1) + 1
    if (hiI <= loI + 1) {
      const mid = (lo + hi) / 2 - loI
      acc[at] += d - d * mid
      acc[at + 1] += d * mid
    } else {
      const s = 1 / (hi - lo)
      const f = lo - loI
      const first = 0.5 * s * (1 - f) * (1 - f)
      const e = hi - hiI + 1
      const end = 0.5 * s * e * e
      acc[at] += d * first
      if (hiI === loI + 2) acc[at + 1] += d * (1 - first - end)
      else {
        const second = s * (1.5 - f)
        acc[at + 1] += d * (second - first)
        for (let k = loI + 2; k < hiI - 1; k++) acc[row * stride + k] += d * s
        const before = second + (hiI - loI - 3) * s
        acc[row * stride + hiI - 1] += d * (1 - before - end)
      }
      acc[row * stride + hiI] += d * end
    }
    x = nextX
  }
}
