/** A part of a picture in its pixels. */
export type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** A part that is computed with a margin, which is thrown away: nets see its surroundings, and no seam shows. */
export type Tile = { readonly kept: Area; readonly seen: Area }

/** Covers a picture with tiles, row by row. @param tiles.side Of what is kept, in pixels. @param tiles.margin On each side. */
export function tilesOf(
  { width, height }: { readonly width: number; readonly height: number },
  { side, margin }: { readonly side: number; readonly margin: number },
): readonly Tile[] {
  const tiles: Tile[] = []
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const right = Math.min(width, left + side)
      const bottom = Math.min(height, top + side)
      const [seenLeft, seenTop] = [Math.max(0, left - margin), Math.max(0, top - margin)]
      tiles.push({
        kept: { left, top, width: right - left, height: bottom - top },
        seen: {
          left: seenLeft,
          top: seenTop,
          width: Math.min(width, right + margin) - seenLeft,
          height: Math.min(height, bottom + margin) - seenTop,
        },
      })
    }
  return tiles
}
