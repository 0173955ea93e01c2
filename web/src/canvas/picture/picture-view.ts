import type { Point } from '#domain/geometry/rect.ts'

/** Pixels of the screen. */
export type Size = { readonly width: number; readonly height: number }

/**
 * The view of a picture: fitted into the viewport, or at a scale of screen pixels per picture pixel, with its center
 * moved by `x` and `y` from the viewport's.
 */
export type PictureView = 'fit' | (Point & { readonly scale: number })

/** The largest magnification: four screen pixels per picture pixel. */
const largestScale = 4

/** The scale at which the whole picture fits the viewport; never above its own size. */
export const fitScale = (picture: Size, room: Size) =>
  Math.min(1, room.width / picture.width, room.height / picture.height)

/** The scale and the offset in numbers, for any view. */
export function placed(view: PictureView, picture: Size, room: Size): Exclude<PictureView, 'fit'> {
  return view === 'fit' ? { scale: fitScale(picture, room), x: 0, y: 0 } : view
}

/** Keeps the picture's edges outside the viewport's, or the picture centered where it is smaller. */
export function kept(view: PictureView, picture: Size, room: Size): PictureView {
  if (view === 'fit' || view.scale <= fitScale(picture, room)) return 'fit'
  const most = {
    x: Math.max(0, (picture.width * view.scale - room.width) / 2),
    y: Math.max(0, (picture.height * view.scale - room.height) / 2),
  }
  return { scale: view.scale, x: clamp(view.x, most.x), y: clamp(view.y, most.y) }
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/**
 * Scales by a factor while the point of the picture under `still`, relative to the viewport's center, stays under it.
 */
export function scaledAbout(
  view: PictureView,
  factor: number,
  still: Point,
  sizes: { picture: Size; room: Size },
): PictureView {
  const { picture, room } = sizes
  const before = placed(view, picture, room)
  const scale = Math.min(Math.max(largestScale, before.scale), before.scale * factor)
  const ratio = scale / before.scale
  const next = { scale, x: still.x - (still.x - before.x) * ratio, y: still.y - (still.y - before.y) * ratio }
  return kept(next, picture, room)
}

/** Toggles between fitted and full size; full size keeps the point under `still`. */
export function toggledZoom(view: PictureView, still: Point, sizes: { picture: Size; room: Size }): PictureView {
  if (view !== 'fit') return 'fit'
  return scaledAbout('fit', 1 / fitScale(sizes.picture, sizes.room), still, sizes)
}

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
