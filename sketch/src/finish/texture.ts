/** The texture of a reference picture, measured, and the medium that matches it. */
import { blurPlane } from '#sketch/core/blur.ts'
import { cover } from '#sketch/core/resize.ts'
import type { Raster } from '#sketch/core/surface.ts'
import { fromRaster } from '#sketch/core/surface.ts'
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

const side = 256
const patch = 8

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

type Patch = { grain: number; stroke: number; flat: number }

function measureOne(image: Raster): Texture {
  const surface = cover(fromRaster(image), side, side)
  const { px } = surface
  const y0 = lumaPlane(surface)
  const soft = blurPlane(y0, side, side, 2)
  let chroma = 0
  let light = 0
  for (let i = 0, o = 0; i < y0.length; i++, o += 3) {
    light += y0[i]
    chroma += Math.max(px[o], px[o + 1], px[o + 2]) - Math.min(px[o], px[o + 1], px[o + 2])
  }
  const patches: Patch[] = []
  let edges = 0
  for (let top = patch; top + 2 * patch <= side; top += patch) {
    for (let left = patch; left + 2 * patch <= side; left += patch) {
      patches.push(measurePatch(y0, soft, left, top))
      const i = (top + 4) * side + left + 4
      if (Math.hypot(soft[i + 3] - soft[i - 3], soft[i + 3 * side] - soft[i - 3 * side]) > 0.09) edges++
    }
  }
  // Contours fall into few patches: the calmer three fifths separate the surface from the drawing on it.
  patches.sort((a, b) => a.grain - b.grain)
  const calm = patches.slice(0, Math.ceil(patches.length * 0.6))
  const mean = (key: keyof Patch): number => calm.reduce((sum, p) => sum + p[key], 0) / calm.length
  return {
    grain: mean('grain'),
    edges: edges / patches.length,
    flat: mean('flat'),
    stroke: mean('stroke'),
    chroma: chroma / y0.length,
    light: light / y0.length,
  }
}

function measurePatch(y0: Float32Array, soft: Float32Array, left: number, top: number): Patch {
  let grain = 0
  let flat = 0
  let xx = 0
  let yy = 0
  let xy = 0
  for (let y = top; y < top + patch; y++) {
    for (let i = y * side + left; i < y * side + left + patch; i++) {
      const gx = y0[i + 1] - y0[i - 1]
      const gy = y0[i + side] - y0[i - side]
      xx += gx * gx
      yy += gy * gy
      xy += gx * gy
      grain += Math.abs(y0[i] - soft[i])
      if (Math.abs(gx) + Math.abs(gy) < 0.01) flat++
    }
  }
  const n = patch * patch
  // Eigenvalues of the structure tensor: one large and one small means that the marks agree on a direction.
  const stroke = xx + yy < 0.004 ? 0 : Math.hypot(xx - yy, 2 * xy) / (xx + yy)
  return { grain: grain / n, flat: flat / n, stroke }
}

/** The medium whose print is closest to a texture. The limits were measured on our own prints of every medium. */
export function mediumFor(t: Texture): MediaName {
  if (t.grain > 0.045) return 'woodcut'
  if (t.chroma < 0.045) return t.light > 0.6 ? 'ink' : 'noir'
  if (t.flat > 0.7) return t.edges > 0.2 ? 'cutpaper' : 'minimal'
  if (t.flat > 0.5) return 'poster'
  if (t.stroke > 0.42) return t.grain > 0.014 ? 'oil' : 'gouache'
  if (t.grain > 0.0135 || (t.stroke < 0.28 && t.flat < 0.3)) return 'riso'
  return t.grain < 0.0095 || t.edges < 0.14 ? 'watercolour' : 'woodblock'
}

/** How much of a medium's own stipple to keep for a texture: 0.5 to 1.6. */
export const grainScale = (t: Texture): number => Math.max(0.5, Math.min(1.6, 0.5 + t.grain * 50))
