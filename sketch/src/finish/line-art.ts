/** Media made of lines: blueprint, neon, woodcut. */
import { blurColors, blurSheet } from '#sketch/core/blur.ts'
import type { Rgb } from '#sketch/core/color.ts'
import { fromOklch, mix } from '#sketch/core/color.ts'
import { sampleRow } from '#sketch/core/noise.ts'
import type { Sheet } from './context.ts'
import { lumaPlane } from './context.ts'

/** Color edges, so that two hues of the same lightness still get a line. */
function edgePlane(s: Sheet, radius: number): Float32Array {
  const { px, width, height } = s.surface
  const out = new Float32Array(width * height)
  const soft = blurColors(px, width, height, radius)
  const k = Math.max(1, Math.round(radius))
  const side = k * 3
  const below = k * width * 3
  for (let y = k; y < height - k; y++) {
    let o = (y * width + k) * 3
    for (let x = k; x < width - k; x++, o += 3) {
      let most = 0
      for (let c = o; c < o + 3; c++) {
        const gx = soft[c + side] - soft[c - side]
        const gy = soft[c + below] - soft[c - below]
        const e = gx * gx + gy * gy
        if (e > most) most = e
      }
      out[y * width + x] = Math.sqrt(most)
    }
  }
  return out
}

/** White on blue: contours, hatching in the shade, and the grid of the drawing office. */
export function blueprint(s: Sheet): void {
  const { px, width, height } = s.surface
  const edges = edgePlane(s, Math.max(1, s.u * 0.0014))
  const tone = blurSheet(lumaPlane(s.surface), width, height, s.u * 0.01)
  const [groundR, groundG, groundB]: Rgb = [0.075, 0.235, 0.47]
  const [lineR, lineG, lineB]: Rgb = [0.9, 0.95, 1]
  const cell = s.u / 32
  const thin = Math.max(0.6, s.u * 0.0007)
  const gap = s.u * 0.008
  const grid = Float32Array.from({ length: Math.max(width, height) }, (_, i) =>
    i % (cell * 4) < thin * 1.4 ? 0.13 : i % cell < thin ? 0.09 : 0,
  )
  const hatched = Uint8Array.from({ length: width + height }, (_, i) => (i % gap < thin ? 1 : 0))
  const fade = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    sampleRow(s.mottle, fade, width, { x: 0, y: (y / s.u) * 40, dx: 40 / s.u, dy: 0 })
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const e = Math.min(1, Math.max(0, (edges[i] - 0.018) * 17))
      const hatch = tone[i] < 0.42 && hatched[x + y] === 1 ? (0.42 - tone[i]) * 0.9 : 0
      const k = Math.min(1, Math.max(e * 0.92, hatch, grid[x], grid[y]))
      const o = i * 3
      const wear = 1 + fade[x] * 0.18
      const lift = (tone[i] - 0.5) * 0.07
      const r = groundR * wear + lift
      const g = groundG * wear + lift
      const b = groundB * wear + lift
      px[o] = r + (lineR - r) * k
      px[o + 1] = g + (lineG - g) * k
      px[o + 2] = b + (lineB - b) * k
    }
  }
}

/** Every contour becomes a glass tube; the picture itself is what their light falls on. */
export function neon(s: Sheet): void {
  const { px, width, height } = s.surface
  const core = edgePlane(s, Math.max(1, s.u * 0.002))
  for (let i = 0; i < core.length; i++) core[i] = Math.min(1, Math.max(0, (core[i] - 0.032) * 11))
  const near = blurSheet(core, width, height, s.u * 0.006)
  const wide = blurSheet(core, width, height, s.u * 0.028)
  const first = fromOklch({ l: 0.68, c: 0.25, h: 350 })
  const second = fromOklch({ l: 0.8, c: 0.15, h: 205 })
  const night: Rgb = [0.035, 0.02, 0.09]
  const drift = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    sampleRow(s.mottle, drift, width, { x: 0, y: (y / s.u) * 22, dx: 22 / s.u, dy: 0 })
    const low = (y / height - 0.5) * 0.5 + 0.5
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const o = i * 3
      const k = Math.max(0, Math.min(1, drift[x] * 0.9 + low))
      const glow = near[i] * 1.15 + wide[i] * 1.5
      const tube = core[i] * 0.85
      for (let c = 0; c < 3; c++) {
        const tint = first[c] + (second[c] - first[c]) * k
        const v = night[c] + px[o + c] * px[o + c] * 0.52 * (0.3 + tint) + tint * glow
        px[o + c] = Math.min(1, v + tube * (0.85 - v))
      }
    }
  }
}

/** Gouge lines that swell with the dark and lie across the light; a second block carries one color. */
export function woodcut(s: Sheet): void {
  const { px, width, height } = s.surface
  const soft = blurSheet(lumaPlane(s.surface), width, height, s.u * 0.004)
  const edges = edgePlane(s, Math.max(1, s.u * 0.0018))
  const dark = mix(s.palette.deep, [0.05, 0.05, 0.07], 0.6)
  const paper = s.palette.paper
  const gap = s.u * 0.0085
  const slow = new Float32Array(width)
  const quick = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    sampleRow(s.mottle, slow, width, { x: 0, y: (y / s.u) * 30, dx: 30 / s.u, dy: 0 })
    sampleRow(s.mottle, quick, width, { x: 0, y: (y / s.u) * 90, dx: 90 / s.u, dy: 0 })
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const o = i * 3
      const warp = slow[x] * 0.9 + quick[x] * 0.2
      const phase = (y + x * 0.22 + soft[i] * s.u * 0.12 + warp * s.u * 0.05) / gap + 16
      const saw = Math.abs((phase - (phase | 0)) * 2 - 1)
      const tone = (soft[i] - 0.2) / 0.62
      const cut = Math.max(0, Math.min(1, (saw - (1 - tone) + warp * 0.08) * 5 + 0.5))
      const line = Math.max(0, 1 - Math.max(0, edges[i] - 0.05) * 14)
      const k = tone > 0.97 ? line : tone < 0.03 ? 0 : cut * line
      const max = Math.max(px[o], px[o + 1], px[o + 2])
      const min = Math.min(px[o], px[o + 1], px[o + 2])
      const tint = Math.min(1, Math.max(0, (max - min) * 2.2 - 0.1)) * 0.85
      for (let c = 0; c < 3; c++) {
        const sheet = paper[c] + (px[o + c] * 0.75 + 0.25 - paper[c]) * tint
        px[o + c] = dark[c] + (sheet - dark[c]) * k
      }
    }
  }
}
