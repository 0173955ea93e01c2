/** Pixel art: a small grid, a short palette, ordered dither between neighbors in it. */
import { blurColors } from '#sketch/core/blur.ts'
import type { Sheet } from './context.ts'

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

export function pixelate(s: Sheet, across = 132, colors = 30): void {
  const { px, width, height } = s.surface
  const cell = Math.max(2, Math.round(s.u / across))
  const cols = Math.ceil(width / cell)
  const rows = Math.ceil(height / cell)
  const small = new Float32Array(cols * rows * 3)
  const soft = blurColors(px, width, height, cell * 0.35, 1)
  for (let y = 0, o = 0; y < rows; y++) {
    const row = Math.min(height - 1, Math.floor((y + 0.5) * cell)) * width
    for (let x = 0; x < cols; x++, o += 3) {
      const from = (row + Math.min(width - 1, Math.floor((x + 0.5) * cell))) * 3
      for (let c = 0; c < 3; c++) small[o + c] = soft[from + c]
    }
  }
  const table = medianCut(small, colors)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const o = (y * cols + x) * 3
      const d = (bayer[(y & 3) * 4 + (x & 3)] / 16 - 0.47) * 0.042
      const best = nearest(table, small[o] + d, small[o + 1] + d, small[o + 2] + d)
      for (let yy = y * cell; yy < Math.min(height, (y + 1) * cell); yy++) {
        for (let xx = x * cell; xx < Math.min(width, (x + 1) * cell); xx++) {
          const t = (yy * width + xx) * 3
          px[t] = table[best]
          px[t + 1] = table[best + 1]
          px[t + 2] = table[best + 2]
        }
      }
    }
  }
}

function nearest(table: Float32Array, r: number, g: number, b: number): number {
  let best = 0
  let least = Infinity
  for (let i = 0; i < table.length; i += 3) {
    const d = (table[i] - r) ** 2 * 0.9 + (table[i + 1] - g) ** 2 * 1.4 + (table[i + 2] - b) ** 2 * 0.7
    if (d < least) {
      least = d
      best = i
    }
  }
  return best
}

export function medianCut(px: Float32Array, count: number): Float32Array {
  let boxes: number[][] = [Array.from({ length: px.length / 3 }, (_, i) => i * 3)]
  const spread = (box: number[], c: number): number => {
    let lo = 1
    let hi = 0
    for (const i of box) {
      if (px[i + c] < lo) lo = px[i + c]
      if (px[i + c] > hi) hi = px[i + c]
    }
    return hi - lo
  }
  while (boxes.length < count) {
    const scores = boxes.map((box) =>
      box.length < 2 ? 0 : Math.max(spread(box, 0), spread(box, 1), spread(box, 2)) * Math.sqrt(box.length),
    )
    const pick = scores.indexOf(Math.max(...scores))
    if (scores[pick] <= 0) break
    const box = boxes[pick]
    const axis = [0, 1, 2].reduce((a, c) => (spread(box, c) > spread(box, a) ? c : a), 0)
    box.sort((a, b) => px[a + axis] - px[b + axis] || a - b)
    const half = box.length >> 1
    boxes = [...boxes.slice(0, pick), box.slice(0, half), box.slice(half), ...boxes.slice(pick + 1)]
  }
  const out = new Float32Array(boxes.length * 3)
  boxes.forEach((box, k) => {
    for (const i of box) for (let c = 0; c < 3; c++) out[k * 3 + c] += px[i + c] / box.length
  })
  return out
}
