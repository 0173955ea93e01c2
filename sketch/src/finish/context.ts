import type { Tile } from '#sketch/core/noise.ts'
import type { Rng } from '#sketch/core/random.ts'
import type { Surface } from '#sketch/core/surface.ts'
import type { Palette } from '#sketch/palette/palette.ts'

/** What a finish may use; the same for a painted scene and for a parent picture. */
export type Sheet = {
  readonly surface: Surface
  readonly u: number
  readonly rng: Rng
  readonly grain: Tile
  readonly mottle: Tile
  readonly palette: Palette
}

export const luma = (px: Float32Array, o: number): number => px[o] * 0.299 + px[o + 1] * 0.587 + px[o + 2] * 0.114

export function lumaPlane(surface: Surface): Float32Array {
  const n = surface.width * surface.height
  const out = new Float32Array(n)
  for (let i = 0, o = 0; i < n; i++, o += 3) out[i] = luma(surface.px, o)
  return out
}
