/** The one function that applies ink to paper: coverage × pigment × grain, then the finish of the medium. */
import type { SmallPlane } from './blur.ts'
import { blurSmall } from './blur.ts'
import { mix } from './color.ts'
import type { Ink, Ramp } from './ink.ts'
import { toRamp } from './ink.ts'
import type { Mask } from './mask.ts'
import { rasterise } from './mask.ts'
import { sampleRow } from './noise.ts'
import type { Painter } from './painter.ts'
import type { Path } from './path.ts'
import { wobble } from './path.ts'

/** Fills a closed path with ink. `path` is in pixels; parts off the sheet cost nothing. */
export function fill(p: Painter, path: Path, ink: Ink): void {
  const { media, u } = p
  p.fills++
  const shift = p.fills * 53.7
  const cut = ink.plain ? path : wobble(path, media.wobble * u, (t) => p.edge(t + shift), u * 0.02)
  const pad = ink.form ? Math.ceil(ink.form.radius * 2.2) : media.pool > 0 && !ink.plain ? Math.ceil(u * 0.014) : 0
  // Transparent washes are painted over what lies below.
  const bottom = ink.until === undefined || media.opacity < 1 ? p.h : Math.min(p.h, Math.ceil(ink.until))
  const mask = rasterise(cut, p.w, bottom, pad)
  if (!mask || mask.x >= p.w || mask.y >= p.h) return
  if (media.castShadow > 0 && !ink.plain && mask.w * mask.h > 900) castShadow(p, mask, media.castShadow)
  if (isFlat(p, ink)) layFlat(p, mask, ink)
  else lay(p, mask, ink)
}

/** Tiny marks, windows, blades of grass: one color and no work per pixel. */
const isFlat = (p: Painter, ink: Ink): boolean =>
  !ink.form &&
  !ink.fade &&
  (ink.washes === undefined || ink.washes.length === 0) &&
  (ink.blend ?? 'normal') === 'normal' &&
  (ink.plain === true || (p.media.mottle === 0 && p.media.pool === 0))

/** Cut paper lies a little above the sheet below it: its own shape, softened and moved away from the light. */
function castShadow(p: Painter, mask: Mask, depth: number): void {
  const d = depth * p.u
  const soft = blurSmall(mask.a, mask.w, mask.h, d * 0.8, true)
  const dx = Math.round(-d * 0.6 * p.lightSide)
  const dy = Math.round(d * 0.9)
  const { px, width } = p.surface
  const left = Math.max(0, mask.x + dx)
  const right = Math.min(p.w, mask.x + mask.w + dx)
  for (let y = Math.max(0, mask.y + dy); y < Math.min(p.h, mask.y + mask.h + dy); y++) {
    const row = ((y - dy - mask.y) >> soft.shift) * soft.w
    let o = (y * width + left) * 3
    for (let x = left; x < right; x++, o += 3) {
      const k = 1 - soft.data[row + ((x - dx - mask.x) >> soft.shift)] * 0.3
      px[o] *= k
      px[o + 1] *= k
      px[o + 2] *= k * 1.01
    }
  }
}

/** The part of a mask that lies on the sheet, in the mask's own pixels. */
function visible(p: Painter, mask: Mask): { x0: number; x1: number; y0: number; y1: number } {
  return {
    x0: Math.max(0, -mask.x),
    x1: Math.min(mask.w, p.w - mask.x),
    y0: Math.max(0, -mask.y),
    y1: Math.min(mask.h, p.h - mask.y),
  }
}

function layFlat(p: Painter, mask: Mask, ink: Ink): void {
  const { px, width } = p.surface
  const [r, g, b] = ink.color
  const alpha = (ink.alpha ?? 1) * (ink.plain ? 1 : p.media.opacity)
  const { x0, x1, y0, y1 } = visible(p, mask)
  const cover = mask.a
  for (let y = y0; y < y1; y++) {
    const row = y * mask.w
    const start = Math.max(x0, mask.from[y])
    const end = Math.min(x1, mask.to[y])
    let o = ((y + mask.y) * width + mask.x + start) * 3
    for (let x = start; x < end; x++, o += 3) {
      const a = cover[row + x] * alpha
      if (a === 0) continue
      px[o] += (r - px[o]) * a
      px[o + 1] += (g - px[o + 1]) * a
      px[o + 2] += (b - px[o + 2]) * a
    }
  }
}

/** Light on a form: the blurred mask, looked up once away from the light and once towards it. */
type FormPlane = { readonly plane: SmallPlane; readonly ox: number; readonly oy: number }

function formPlane(mask: Mask, radius: number, dx: number, dy: number): FormPlane {
  const len = Math.hypot(dx, dy) || 1
  return {
    plane: blurSmall(mask.a, mask.w, mask.h, radius, true),
    ox: Math.round((dx / len) * radius * 0.9),
    oy: Math.round((dy / len) * radius * 0.9),
  }
}

/** Numbers per wash in one flat list: the pixel loop touches no object. */
const rampSize = 9
function flatRamps(ramps: readonly Ramp[]): Float64Array {
  return Float64Array.from(
    ramps.flatMap((r) => [r.ax, r.ay, r.c, r.radial ? 1 : 0, r.grain, r.strength, r.r, r.g, r.b]),
  )
}

function lay(p: Painter, mask: Mask, ink: Ink): void {
  const { media } = p
  const { px, width } = p.surface
  const keep = 1 - media.flat
  const washes = (ink.washes ?? []).map((w) => toRamp({ ...w, strength: (w.strength ?? 1) * keep }, media.grain))
  const ramps = flatRamps(washes)
  const fade = flatRamps(ink.fade ? [toRamp({ ...ink.fade, color: ink.color }, media.grain)] : [])
  // Flat media hardly show the turning of a form: not worth a blur.
  const form = ink.form && keep >= 0.3 ? formPlane(mask, ink.form.radius, ink.form.dx, ink.form.dy) : undefined
  const { data: soft, w: softW, h: softH, shift } = form?.plane ?? noPlane
  const ox = form?.ox ?? 0
  const oy = form?.oy ?? 0
  const formStrength = (ink.form?.strength ?? 1) * keep
  const formGrain = (ink.form?.grain ?? 0.5) * media.grain
  const [inkR, inkG, inkB] = ink.color
  const [shadowR, shadowG, shadowB] = ink.form?.shadow ?? ink.color
  const [lightR, lightG, lightB] = ink.form?.light ?? (ink.form ? mix(ink.color, ink.form.shadow, -0.35) : ink.color)
  const pool =
    media.pool > 0 && !ink.plain && mask.w > 6 && mask.h > 6
      ? blurSmall(mask.a, mask.w, mask.h, p.u * 0.006, true)
      : undefined
  const grain = p.grain.data
  const gs = p.grain.size - 1
  const alpha = (ink.alpha ?? 1) * (ink.plain ? 1 : media.opacity)
  const multiply = ink.blend === 'multiply'
  const screen = ink.blend === 'screen'
  const tone = ink.plain ? 0 : media.mottle
  const step = 256 / (p.u * 0.5)
  const tx = (p.fills * 71) % 256
  const ty = (p.fills * 37) % 256
  const { x0, x1, y0, y1 } = visible(p, mask)
  // Two or three per cent of unevenness cannot be seen under the stipple.
  const mottled = tone > 0.025 || pool !== undefined
  const pigment = new Float32Array(mottled ? Math.max(0, x1 - x0) : 0)
  for (let y = y0; y < y1; y++) {
    const start = Math.max(x0, mask.from[y])
    const end = Math.min(x1, mask.to[y])
    if (start >= end) continue
    const py = y + mask.y
    const grainRow = (py & gs) * p.grain.size
    const row = y * mask.w
    const awayY = (y - oy) >> shift
    const nearY = (y + oy) >> shift
    const awayRow = awayY >= 0 && awayY < softH ? awayY * softW : -1
    const nearRow = nearY >= 0 && nearY < softH ? nearY * softW : -1
    let o = (py * width + mask.x + start) * 3
    if (mottled) {
      sampleRow(p.mottle, pigment, end - start, { x: (mask.x + start) * step + tx, y: py * step + ty, dx: step, dy: 0 })
    }
    for (let x = start; x < end; x++, o += 3) {
      let cover = mask.a[row + x]
      if (cover === 0) continue
      const pxX = x + mask.x
      const n = grain[grainRow + (pxX & gs)] - 0.5
      let r = inkR
      let g = inkG
      let b = inkB
      for (let k = 0; k < ramps.length; k += rampSize) {
        const s = rampAt(ramps, k, pxX, py, n) * ramps[k + 5]
        r += (ramps[k + 6] - r) * s
        g += (ramps[k + 7] - g) * s
        b += (ramps[k + 8] - b) * s
      }
      if (form) {
        const awayX = (x - ox) >> shift
        const v = (awayRow >= 0 && awayX >= 0 && awayX < softW ? soft[awayRow + awayX] : 0) + n * formGrain
        if (v < 0.86) {
          const d = v < 0.31 ? 1 : (0.86 - v) / 0.55
          const s = d * d * (3 - 2 * d) * formStrength
          r += (shadowR - r) * s
          g += (shadowG - g) * s
          b += (shadowB - b) * s
        } else {
          const nearX = (x + ox) >> shift
          const near = (nearRow >= 0 && nearX >= 0 && nearX < softW ? soft[nearRow + nearX] : 0) + n * formGrain
          if (near < 0.6) {
            const d = (near < 0.1 ? 1 : (0.6 - near) / 0.5) * formStrength
            r += (lightR - r) * d
            g += (lightG - g) * d
            b += (lightB - b) * d
          }
        }
      }
      if (fade.length > 0) cover *= 1 - rampAt(fade, 0, pxX, py, n)
      if (mottled) {
        const m = pigment[x - start]
        let k = 1 + m * tone
        if (pool) {
          const rim = Math.max(0, 1 - pool.data[(y >> pool.shift) * pool.w + (x >> pool.shift)] * 1.05)
          k *= 1 - rim * rim * media.pool
          cover *= 0.86 + 0.14 * Math.min(1, Math.max(0, 0.6 - m))
        }
        r *= k
        g *= k
        b *= k
      }
      const a = cover * alpha
      if (multiply) {
        r *= px[o]
        g *= px[o + 1]
        b *= px[o + 2]
      } else if (screen) {
        r = 1 - (1 - r) * (1 - px[o])
        g = 1 - (1 - g) * (1 - px[o + 1])
        b = 1 - (1 - b) * (1 - px[o + 2])
      }
      px[o] += (r - px[o]) * a
      px[o + 1] += (g - px[o + 1]) * a
      px[o + 2] += (b - px[o + 2]) * a
    }
  }
}

const noPlane: SmallPlane = { data: new Float32Array(0), w: 0, h: 0, shift: 0 }

function rampAt(ramps: Float64Array, k: number, x: number, y: number, n: number): number {
  let t: number
  if (ramps[k + 3] === 1) {
    const dx = x - ramps[k]
    const dy = y - ramps[k + 1]
    t = Math.sqrt(dx * dx + dy * dy) * ramps[k + 2]
  } else t = x * ramps[k] + y * ramps[k + 1] + ramps[k + 2]
  t += n * ramps[k + 4]
  if (t <= 0) return 0
  if (t >= 1) return 1
  return t * t * (3 - 2 * t)
}
