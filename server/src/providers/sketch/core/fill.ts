/** The one place where ink meets paper: coverage × pigment × grain, then the medium's own habits. */
import type { SmallPlane } from './blur.ts'
import { blurSmall } from './blur.ts'
import { mix } from './colour.ts'
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
  const mask = rasterise(cut, p.w, p.h, pad)
  if (!mask || mask.x >= p.w || mask.y >= p.h) return
  if (media.castShadow > 0 && !ink.plain && mask.w * mask.h > 900) castShadow(p, cut, media.castShadow)
  if (isFlat(p, ink)) layFlat(p, mask, ink)
  else lay(p, mask, ink)
}

/** Tiny marks, windows, blades of grass: one colour and nothing to work out per pixel. */
const isFlat = (p: Painter, ink: Ink): boolean =>
  !ink.form &&
  !ink.fade &&
  (ink.washes === undefined || ink.washes.length === 0) &&
  (ink.blend ?? 'normal') === 'normal' &&
  (ink.plain === true || (p.media.mottle === 0 && p.media.pool === 0))

/** Cut paper lies a little above the sheet below it. */
function castShadow(p: Painter, path: Path, depth: number): void {
  const d = depth * p.u
  const moved = path.map((c) => c.map((v, i) => (i % 2 ? v + d * 0.9 : v - d * 0.6 * p.lightSide)))
  const mask = rasterise(moved, p.w, p.h)
  if (!mask) return
  const soft = blurSmall(mask.a, mask.w, mask.h, d * 0.8, true)
  const { px, width } = p.surface
  for (let y = 0; y < mask.h; y++) {
    let o = ((y + mask.y) * width + mask.x) * 3
    const row = (y >> soft.shift) * soft.w
    for (let x = 0; x < mask.w; x++, o += 3) {
      const k = 1 - soft.data[row + (x >> soft.shift)] * 0.3
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
  const [r, g, b] = ink.colour
  const alpha = (ink.alpha ?? 1) * (ink.plain ? 1 : p.media.opacity)
  const { x0, x1, y0, y1 } = visible(p, mask)
  const cover = mask.a
  for (let y = y0; y < y1; y++) {
    const row = y * mask.w
    let o = ((y + mask.y) * width + mask.x + x0) * 3
    for (let x = x0; x < x1; x++, o += 3) {
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

function lay(p: Painter, mask: Mask, ink: Ink): void {
  const { media } = p
  const { px, width } = p.surface
  const keep = 1 - media.flat
  const ramps: Ramp[] = (ink.washes ?? []).map((w) => toRamp({ ...w, strength: (w.strength ?? 1) * keep }, media.grain))
  const fade = ink.fade ? toRamp({ ...ink.fade, colour: ink.colour }, media.grain) : undefined
  const form = ink.form && media.flat < 0.95 ? formPlane(mask, ink.form.radius, ink.form.dx, ink.form.dy) : undefined
  const formStrength = (ink.form?.strength ?? 1) * keep
  const formGrain = (ink.form?.grain ?? 0.5) * media.grain
  const shadow = ink.form?.shadow ?? ink.colour
  const light = ink.form?.light ?? mix(ink.colour, shadow, -0.35)
  const pool =
    media.pool > 0 && !ink.plain && mask.w > 6 && mask.h > 6
      ? blurSmall(mask.a, mask.w, mask.h, p.u * 0.006, true)
      : undefined
  const grain = p.grain.data
  const gs = p.grain.size - 1
  const alpha = (ink.alpha ?? 1) * (ink.plain ? 1 : media.opacity)
  const blend = ink.blend ?? 'normal'
  const tone = ink.plain ? 0 : media.mottle
  const step = 256 / (p.u * 0.5)
  const tx = (p.fills * 71) % 256
  const ty = (p.fills * 37) % 256
  const { x0, x1, y0, y1 } = visible(p, mask)
  const pigment = new Float32Array(tone > 0 || pool ? Math.max(0, x1 - x0) : 0)
  for (let y = y0; y < y1; y++) {
    const py = y + mask.y
    const grainRow = (py & gs) * p.grain.size
    const row = y * mask.w
    let o = (py * width + mask.x + x0) * 3
    if (pigment.length > 0) {
      sampleRow(p.mottle, pigment, pigment.length, { x: (mask.x + x0) * step + tx, y: py * step + ty, dx: step, dy: 0 })
    }
    for (let x = x0; x < x1; x++, o += 3) {
      let cover = mask.a[row + x]
      if (cover === 0) continue
      const pxX = x + mask.x
      const n = grain[grainRow + (pxX & gs)] - 0.5
      let r = ink.colour[0]
      let g = ink.colour[1]
      let b = ink.colour[2]
      for (let k = 0; k < ramps.length; k++) {
        const ramp = ramps[k]
        const s = rampAt(ramp, pxX, py, n) * ramp.strength
        r += (ramp.r - r) * s
        g += (ramp.g - g) * s
        b += (ramp.b - b) * s
      }
      if (form) {
        const v = at(form.plane, x - form.ox, y - form.oy) + n * formGrain
        if (v < 0.86) {
          const d = Math.min(1, (0.86 - v) / 0.55)
          const s = d * d * (3 - 2 * d) * formStrength
          r += (shadow[0] - r) * s
          g += (shadow[1] - g) * s
          b += (shadow[2] - b) * s
        } else {
          const near = at(form.plane, x + form.ox, y + form.oy) + n * formGrain
          if (near < 0.6) {
            const d = Math.min(1, (0.6 - near) / 0.5) * formStrength
            r += (light[0] - r) * d
            g += (light[1] - g) * d
            b += (light[2] - b) * d
          }
        }
      }
      if (fade) cover *= 1 - rampAt(fade, pxX, py, n)
      if (pigment.length > 0) {
        const m = pigment[x - x0]
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
      if (blend === 'multiply') {
        r *= px[o]
        g *= px[o + 1]
        b *= px[o + 2]
      } else if (blend === 'screen') {
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

function at(plane: SmallPlane, x: number, y: number): number {
  const sx = x >> plane.shift
  const sy = y >> plane.shift
  return sx < 0 || sy < 0 || sx >= plane.w || sy >= plane.h ? 0 : plane.data[sy * plane.w + sx]
}

function rampAt(ramp: Ramp, x: number, y: number, n: number): number {
  let t: number
  if (ramp.radial) {
    const dx = x - ramp.ax
    const dy = y - ramp.ay
    t = Math.sqrt(dx * dx + dy * dy) * ramp.c
  } else t = x * ramp.ax + y * ramp.ay + ramp.c
  t += n * ramp.grain
  if (t <= 0) return 0
  if (t >= 1) return 1
  return t * t * (3 - 2 * t)
}
