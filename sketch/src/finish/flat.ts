/** Media made of few flat colors: cut paper, poster, minimal. */
import { blurColors, blurSheet } from '#sketch/core/blur.ts'
import { cover } from '#sketch/core/resize.ts'
import type { Sheet } from './context.ts'
import { lumaPlane } from './context.ts'
import { medianCut } from './pixels.ts'

const steps = 32

/** Few inks, soft joins: grain is averaged away first, and a color half-way between two inks stays a blend. */
export function flatten(s: Sheet, count: number, smooth: number): void {
  const { px, width, height } = s.surface
  const soft = blurColors(px, width, height, s.u * smooth * 1.3, 1)
  // The cut goes by area and would drop the one red sail; the accents are always on the press.
  const spots = [s.palette.accent, s.palette.accent2, s.palette.deep].flat()
  const small = cover({ width, height, px: soft }, 72, 72)
  const table = inkTable(Float32Array.from([...medianCut(small.px, count), ...spots]))
  const top = steps - 1
  const slot = (v: number): number => (v <= 0 ? 0 : v >= 1 ? top : (v * top + 0.5) | 0)
  for (let o = 0; o < px.length; o += 3) {
    const t = ((slot(soft[o]) * steps + slot(soft[o + 1])) * steps + slot(soft[o + 2])) * 3
    px[o] = table[t]
    px[o + 1] = table[t + 1]
    px[o + 2] = table[t + 2]
  }
}

/** For every cell of a small color cube the ink that prints it, or the blend of the two nearest. */
function inkTable(inks: Float32Array): Float32Array {
  const table = new Float32Array(steps * steps * steps * 3)
  const unit = 1 / (steps - 1)
  for (let r = 0, o = 0; r < steps; r++)
    for (let g = 0; g < steps; g++)
      for (let b = 0; b < steps; b++, o += 3) {
        let first = 0
        let second = 0
        let least = Infinity
        let next = Infinity
        for (let i = 0; i < inks.length; i += 3) {
          const dr = inks[i] - r * unit
          const dg = (inks[i + 1] - g * unit) * 1.25
          const db = inks[i + 2] - b * unit
          const d = dr * dr + dg * dg + db * db
          if (d < least) {
            second = first
            next = least
            first = i
            least = d
          } else if (d < next) {
            second = i
            next = d
          }
        }
        const d1 = Math.sqrt(least)
        const d2 = Math.sqrt(next)
        const k = 0.5 - 0.5 * Math.min(1, (d2 - d1) / Math.max(0.035, (d1 + d2) * 0.22))
        for (let c = 0; c < 3; c++) table[o + c] = inks[first + c] + (inks[second + c] - inks[first + c]) * k
      }
  return table
}

/** Every join of two sheets gets a shadow below-right and a bright cut edge above-left. */
export function paperEdges(s: Sheet, strength: number): void {
  const { px, width, height } = s.surface
  const y0 = lumaPlane(s.surface)
  const k = Math.max(2, Math.round(s.u * 0.0045))
  const drop = new Float32Array(y0.length)
  for (let y = k; y < height; y++) {
    const back = k * width + k
    for (let i = y * width + k; i < (y + 1) * width; i++) {
      const d = Math.abs(y0[i] - y0[i - back])
      drop[i] = d > 0.025 ? Math.min(1, d * 5 + 0.35) : 0
    }
  }
  const shade = blurSheet(drop, width, height, s.u * 0.0022)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const rim = x > 1 && y > 1 ? Math.min(1, Math.abs(y0[i] - y0[i - 2 * width - 2]) * 6) * 0.07 : 0
      const f = 1 - shade[i] * strength
      px[i * 3] = px[i * 3] * f + rim
      px[i * 3 + 1] = px[i * 3 + 1] * f + rim
      px[i * 3 + 2] = px[i * 3 + 2] * f + rim
    }
  }
}
