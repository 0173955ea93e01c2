/** Everything a scene needs to put ink on paper. */

import type { Media } from '#sketch/finish/media.ts'
import type { Palette } from '#sketch/palette/palette.ts'
import type { Curve, Tile } from './noise.ts'
import { createCurve, createFbmTile, createGrainTile } from './noise.ts'
import type { Rng } from './random.ts'
import { createRng } from './random.ts'
import type { Surface } from './surface.ts'

export type Painter = {
  readonly surface: Surface
  readonly w: number
  readonly h: number
  /** The short side: every size is a share of it, so 1K and 4K are the same picture. */
  readonly u: number
  readonly rng: Rng
  readonly grain: Tile
  readonly mottle: Tile
  readonly edge: Curve
  readonly media: Media
  readonly palette: Palette
  /** -1: light from the left, 1: from the right. */
  readonly lightSide: -1 | 1
  /** Counts fills: every shape gets its own patch of pigment texture. */
  fills: number
}

const grains = new Map<number, Tile>()

/** Grain is the same for every picture of a size: it belongs to the press, not to the drawing. */
function grainFor(u: number): Tile {
  const known = grains.get(u)
  if (known) return known
  const tile = createGrainTile(createRng('grain'), 512, u / 900)
  // A megabyte each, so a worker does not cache every odd size.
  if (grains.size > 3) grains.clear()
  grains.set(u, tile)
  return tile
}

type Tools = { readonly rng: Rng; readonly media: Media; readonly palette: Palette }

/** A painter at work on `surface`, blank or already painted. */
export function createPainter(surface: Surface, { rng, media, palette }: Tools): Painter {
  const { width, height } = surface
  const u = Math.min(width, height)
  const texture = rng.fork('texture')
  return {
    surface,
    w: width,
    h: height,
    u,
    rng,
    grain: grainFor(u),
    mottle: createFbmTile(texture, 256, 4, 5),
    edge: createCurve(texture, 3),
    media,
    palette,
    lightSide: rng.fork('light').chance(0.5) ? 1 : -1,
    fills: 0,
  }
}
