import type { Point } from '#domain/geometry/rect.ts'

/**
 * One view of several pictures at once: how far they are magnified beyond fitting their viewports, and how far their
 * centers are moved, as fractions of a viewport's width and height. So it applies to viewports of any size.
 */
export type LockedView = Point & { readonly zoom: number }

/** The whole of each picture. */
export const wholePictures: LockedView = { zoom: 1, x: 0, y: 0 }

const largestZoom = 12

/** Keeps the viewport filled as far as the fitted picture filled it. */
function held({ zoom, x, y }: LockedView): LockedView {
  const most = (zoom - 1) / 2
  const clamp = (value: number) => Math.min(most, Math.max(-most, value))
  return { zoom, x: clamp(x), y: clamp(y) }
}

/**
 * Magnifies by a factor about a fixed point.
 * @param still From the viewport's center, as fractions of its width and height.
 */
export function lockedScaled({ zoom, x, y }: LockedView, factor: number, still: Point): LockedView {
  const next = Math.min(largestZoom, Math.max(1, zoom * factor))
  const ratio = next / zoom
  return held({ zoom: next, x: still.x - (still.x - x) * ratio, y: still.y - (still.y - y) * ratio })
}

/** Moves by fractions of the viewport's width and height. */
export const lockedMoved = ({ zoom, x, y }: LockedView, by: Point): LockedView =>
  held({ zoom, x: x + by.x, y: y + by.y })
