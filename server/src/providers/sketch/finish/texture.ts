/** What a picture feels like to the hand: measured on a reference, answered with a medium. */
import { blurPlane } from '../core/blur.ts'
import { cover } from '../core/resize.ts'
import type { Raster } from '../core/surface.ts'
import { fromRaster } from '../core/surface.ts'
import { lumaPlane } from './context.ts'
import type { MediaName } from './media.ts'

export type Texture = {
  /** Mean fine residue after a small blur, 0 (vector art) to about 0.1 (heavy stipple). */
  readonly grain: number
  /** Share of pixels on a contour, 0..1. */
  readonly edges: number
  /** Share of pixels where nothing changes at all, 0..1. */
  readonly flat: number
  /** How much the fine marks run one way within a small patch, 0 (stipple) to 1 (strokes). */
  readonly stroke: number
  /** Mean distance between the strongest and the weakest channel, 0..1. */
  readonly chroma: number
  /** Mean lightness, 0..1. */
  readonly light: number
}

const side = 192

/** Measures pictures of any size at a common one; several are averaged. */
export function measureTexture(images: readonly Raster[]): Texture {
  const all = images.map(measureOne)
  const mean = (key: keyof Texture): number => all.reduce((sum, t) => sum + t[key], 0) / all.length
  return {
    grain: mean('grain'),
    edges: mean('edges'),
    flat: mean('flat'),
    stroke: mean('stroke'),
    chroma: mean('chroma'),
    light: mean('light'),
  }
}

function measureOne(image: Raster): Texture {
  const surface = cover(fromRaster(image), side, side)
  const y0 = lumaPlane(surface)
  const soft = blurPlane(y0, side, side, 2)
  let grain = 0
  let edges = 0
  let flat = 0
  let chroma = 0
  let light = 0
  let stroke = 0
  let patches = 0
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    grain += Math.abs(y0[i] - soft[i])
    light += y0[i]
    const { px } = surface
    chroma += Math.max(px[o], px[o + 1], px[o + 2]) - Math.min(px[o], px[o + 1], px[o + 2])
  }
  for (let py = 4; py + 8 < side; py += 8) {
    for (let px = 4; px + 8 < side; px += 8) {
      let xx = 0
      let yy = 0
      let xy = 0
      for (let y = py; y < py + 8; y++) {
        for (let x = px; x < px + 8; x++) {
          const i = y * side + x
          const gx = y0[i + 1] - y0[i - 1]
          const gy = y0[i + side] - y0[i - side]
          xx += gx * gx
          yy += gy * gy
          xy += gx * gy
          if (Math.abs(gx) + Math.abs(gy) < 0.008) flat++
          if (Math.hypot(soft[i + 2] - soft[i - 2], soft[i + 2 * side] - soft[i - 2 * side]) > 0.09) edges++
        }
      }
      // Eigenvalues of the patch's structure tensor: one large and one small means that its marks agree on a direction.
      if (xx + yy < 0.01) continue
      stroke += Math.hypot(xx - yy, 2 * xy) / (xx + yy)
      patches++
    }
  }
  const n = y0.length
  const seen = Math.floor((side - 5) / 8) ** 2 * 64
  return {
    grain: grain / n,
    edges: edges / seen,
    flat: flat / seen,
    stroke: patches > 0 ? stroke / patches : 0,
    chroma: chroma / n,
    light: light / n,
  }
}

/** The medium whose print comes nearest to such a texture. */
export function mediumFor(t: Texture): MediaName {
  if (t.chroma < 0.045) return t.light > 0.55 ? 'ink' : 'noir'
  if (t.flat > 0.72) return t.edges > 0.06 ? 'cutpaper' : 'minimal'
  if (t.grain > 0.026) return t.stroke > 0.52 ? 'oil' : 'riso'
  if (t.grain > 0.015) return t.stroke > 0.5 ? 'gouache' : 'riso'
  if (t.flat > 0.45) return 'poster'
  return t.edges > 0.08 ? 'woodblock' : 'watercolour'
}

/** How much of a medium's own stipple to keep for such a texture: 0.5 to 1.6. */
export const grainScale = (t: Texture): number => Math.max(0.5, Math.min(1.6, 0.5 + t.grain * 38))
