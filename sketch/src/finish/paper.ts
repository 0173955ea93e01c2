import { sampleRow, sampleTile } from '#sketch/core/noise.ts'
import type { Sheet } from './context.ts'

/** Tooth and fibre: lightens where the sheet stands proud, so dark ink shows it most. */
export function paperTooth(s: Sheet, strength: number): void {
  const { surface, grain, mottle, u } = s
  const { px, width, height } = surface
  const gs = grain.size - 1
  const f = 420 / u
  const ms = mottle.size - 1
  for (let y = 0; y < height; y++) {
    const fibreRow = ((y * f * 0.8) & ms) * mottle.size
    for (let x = 0; x < width; x++) {
      const n = grain.data[((y + 131) & gs) * grain.size + ((x + 77) & gs)] - 0.5
      const fibre = mottle.data[fibreRow + ((x * f * 1.4) & ms)]
      const k = (n * 0.55 + fibre * 0.45) * strength
      const o = (y * width + x) * 3
      const r = px[o]
      const g = px[o + 1]
      const b = px[o + 2]
      if (k > 0) {
        px[o] = r + k * (1 - 0.65 * r)
        px[o + 1] = g + k * (1 - 0.65 * g)
        px[o + 2] = b + k * (1 - 0.65 * b)
      } else {
        px[o] = r + k * (1 - 0.65 * r) * r * 1.2
        px[o + 1] = g + k * (1 - 0.65 * g) * g * 1.2
        px[o + 2] = b + k * (1 - 0.65 * b) * b * 1.2
      }
    }
  }
}

export function vignette(s: Sheet, strength: number): void {
  const { px, width, height } = s.surface
  for (let y = 0; y < height; y++) {
    const dy = (y / height - 0.5) * 2
    for (let x = 0; x < width; x++) {
      const dx = (x / width - 0.5) * 2
      const d = dx * dx * 0.55 + dy * dy * 0.55
      const k = 1 - strength * Math.max(0, d - 0.25)
      const o = (y * width + x) * 3
      px[o] *= k
      px[o + 1] *= k
      px[o + 2] *= k + (1 - k) * 0.15
    }
  }
}

/** Three plates, each a hair off: the charm of a cheap press. Offsets stay under a third of a percent. */
export function misregister(s: Sheet, amount: number): void {
  const { px, width, height } = s.surface
  const rng = s.rng.fork('plates')
  const plate = new Float32Array(width * height)
  for (let c = 0; c < 3; c++) {
    const angle = rng.range(0, Math.PI * 2)
    const dx = Math.round(Math.cos(angle) * amount * s.u)
    const dy = Math.round(Math.sin(angle) * amount * s.u)
    for (let i = 0, o = c; i < plate.length; i++, o += 3) plate[i] = px[o]
    for (let y = 0; y < height; y++) {
      const from = Math.max(0, Math.min(height - 1, y + dy)) * width
      let o = y * width * 3 + c
      for (let x = 0; x < width; x++, o += 3) px[o] = plate[from + Math.max(0, Math.min(width - 1, x + dx))]
    }
  }
}

/** Uneven ink from a drum or a baren: slow clouds and fine specks of missed paper. */
export function inkWear(s: Sheet, strength: number, specks: number): void {
  const { surface, mottle, grain, palette, u } = s
  const { px, width, height } = surface
  const gs = grain.size - 1
  const f = 300 / u
  const ms = mottle.size - 1
  const [paperR, paperG, paperB] = palette.paper
  const clouds = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    sampleRow(mottle, clouds, width, { x: 90, y: y * f * 0.3, dx: f * 0.3, dy: 0 })
    const fineRow = ((y * f * 2.7 + 33) & ms) * mottle.size
    const grainRow = ((y + 7) & gs) * grain.size
    let o = y * width * 3
    for (let x = 0; x < width; x++, o += 3) {
      const fine = mottle.data[fineRow + ((x * f * 2.7) & ms)]
      let k = (clouds[x] * 0.5 + fine * 0.3) * strength
      if (k < 0) k = 0
      if (fine > 0.35 && k < 0.55 && grain.data[grainRow + ((x + 311) & gs)] > 1 - specks) k = 0.55
      if (k === 0) continue
      px[o] += (paperR - px[o]) * k
      px[o + 1] += (paperG - px[o + 1]) * k
      px[o + 2] += (paperB - px[o + 2]) * k
    }
  }
}

/** Long grain of a cherry block, seen in the flat areas. */
export function woodGrain(s: Sheet, strength: number): void {
  const { surface, mottle, u } = s
  const { px, width, height } = surface
  const warp = new Float32Array(width)
  const thread = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    sampleRow(mottle, warp, width, { x: 0, y: (y / u) * 40, dx: 16 / u, dy: 0 })
    sampleRow(mottle, thread, width, { x: 0, y: (y / u) * 900, dx: 34 / u, dy: 0 })
    let o = y * width * 3
    for (let x = 0; x < width; x++, o += 3) {
      const rings = (y / u) * 42 + warp[x] * 3.2 + 8
      const line = Math.abs(rings - (rings | 0) - 0.5) * 2
      const k = 1 + ((line > 0.72 ? (line - 0.72) * 0.96 : 0) + thread[x] * 0.5) * strength
      px[o] *= k
      px[o + 1] *= k
      px[o + 2] *= k
    }
  }
}

/** A margin of bare paper with an edge as straight as a hand can wipe it. */
export function margin(s: Sheet, share: number, rough: number): void {
  const { surface, mottle, grain, palette, u } = s
  const { px, width, height } = surface
  const inset = share * u
  const gs = grain.size - 1
  const reach = Math.ceil(inset + rough * u * 3)
  const [paperR, paperG, paperB] = palette.paper
  for (let y = 0; y < height; y++) {
    const ey = Math.min(y, height - 1 - y)
    for (let x = 0; x < width; x++) {
      // Away from the top and the foot only the two sides are paper.
      if (ey > reach && x === reach + 1) x = Math.max(x, width - 1 - reach)
      if (x >= width) break
      const e = Math.min(ey, x, width - 1 - x)
      if (e > reach) continue
      const edge =
        inset +
        sampleTile(mottle, (x / u) * 150, (y / u) * 150) * rough * u * 1.6 +
        (grain.data[(y & gs) * grain.size + (x & gs)] - 0.5) * rough * u * 0.5
      const k = Math.max(0, Math.min(1, edge - e))
      const o = (y * width + x) * 3
      px[o] += (paperR - px[o]) * k
      px[o + 1] += (paperG - px[o + 1]) * k
      px[o + 2] += (paperB - px[o + 2]) * k
    }
  }
}
