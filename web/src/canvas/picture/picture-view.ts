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
