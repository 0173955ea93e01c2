import { mix } from '#sketch/core/color.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Season } from '#sketch/lexicon/brief.ts'
import type { TreeLook } from './tree.ts'

/** Colors of broad-leaved trees in this season; `pick` varies neighbors. */
export function foliage(p: Painter, season: Season, pick: number): TreeLook {
  const { palette } = p
  const autumn = [palette.accent, palette.accent2, mix(palette.accent, palette.accent2, 0.5)]
  const crown =
    season === 'autumn'
      ? autumn[pick % 3]
      : season === 'spring' && pick % 2 === 0
        ? mix(mix(palette.accent, palette.accent2, 0.2), palette.light, 0.5)
        : palette.leaf
  return {
    crown,
    lit: mix(crown, palette.light, 0.42),
    dark: mix(crown, palette.deep, 0.62),
    trunk: mix(palette.deep, palette.near, 0.3),
    bare: season === 'winter',
    blossom: season === 'spring' ? palette.light : undefined,
  }
}
