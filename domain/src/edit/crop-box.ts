import type { Rect } from '../geometry/rect.ts'
import type { PixelSize } from '../models/aspect-ratio.ts'
import type { EditCanvas } from './edit-offer.ts'

/** Margin around the mask that an executor gets: a quarter of the mask's longer side, and at least this many pixels. */
const minMargin = 64
const marginShare = 0.25
/** A crop that is nearly the picture saves nothing, and loses what is around it. */
const nearlyAll = 0.8
/** A small crop is enlarged for more detail, but a model paints no finer than this. */
const maxEnlarged = 4

/** The part of a picture that an executor is given, and the size at which. `box` is null where it is the whole. */
export type GivenPart = { readonly box: Rect | null; readonly size: PixelSize }

/** The part of a stretch that lies within 0 and `most`, in whole pixels. Its length is 0 where none does. */
function within(start: number, end: number, most: number): { start: number; length: number } {
  const first = Math.min(most, Math.max(0, Math.floor(start)))
  return { start: first, length: Math.max(0, Math.min(most, Math.ceil(end)) - first) }
}

/**
 * The rectangle in whole pixels that reaches so far around another one, within the picture: no side is below 0, and one is 0 where
 * nothing of it lies there.
 */
export function grownBox(box: Rect, by: number, picture: PixelSize): Rect {
  const across = within(box.x - by, box.x + box.width + by, picture.width)
  const down = within(box.y - by, box.y + box.height + by, picture.height)
  return { x: across.start, y: down.start, width: across.length, height: down.length }
}

/** Whether a rectangle holds no pixel. */
export const isEmptyBox = ({ width, height }: PixelSize): boolean => width <= 0 || height <= 0

/** Stretches one side of a box to a length, to both sides alike, within 0 and `most`. */
function stretched(start: number, length: number, wanted: number, most: number): { start: number; length: number } {
  const grown = Math.min(most, Math.max(length, Math.ceil(wanted)))
  const from = Math.min(Math.max(0, Math.round(start - (grown - length) / 2)), most - grown)
  return { start: from, length: grown }
}

/** The box, no longer and thinner than a model takes, as far as the picture allows. */
function noWiderThan(box: Rect, widest: number, picture: PixelSize): Rect {
  const across = stretched(box.x, box.width, box.height / widest, picture.width)
  const down = stretched(box.y, box.height, box.width / widest, picture.height)
  return { x: across.start, y: down.start, width: across.length, height: down.length }
}

/** The size at which a part of a picture is given to a model: as large as it takes, or at its own size where that is smaller. */
export function sizeOnCanvas(
  { width, height }: PixelSize,
  canvas: EditCanvas,
  enlarged: 'enlarged' | 'own-size',
): PixelSize {
  const atLeast = Math.max(1, Math.sqrt(canvas.minPixels / (width * height)))
  const most = enlarged === 'enlarged' ? Math.max(maxEnlarged, atLeast) : atLeast
  const scale = Math.min(most, Math.sqrt(canvas.pixels / (width * height)))
  const side = (length: number) => Math.max(1, Math.round((length * scale) / canvas.multipleOf)) * canvas.multipleOf
  return { width: side(width), height: side(height) }
}

/**
 * The part of a picture that an executor is given for a mask: the whole where it is no larger than the model's canvas, else what lies
 * around the mask, at the canvas's size: better detail, lower price. The whole for a mask beside the picture, too.
 * @param reach Pixels by which the change reaches beyond the mask: grow and feather together.
 */
export function partForMask(
  maskBox: Rect,
  source: PixelSize,
  { reach, canvas }: { readonly reach: number; readonly canvas: EditCanvas },
): GivenPart {
  const asWhole = { box: null, size: sizeOnCanvas(source, canvas, 'own-size') }
  if (source.width * source.height <= canvas.pixels) return asWhole
  const margin = Math.max(minMargin, Math.ceil(Math.max(maskBox.width, maskBox.height) * marginShare))
  const around = grownBox(maskBox, reach + margin, source)
  if (isEmptyBox(around)) return asWhole
  const box = noWiderThan(around, canvas.widest, source)
  if (box.width * box.height > source.width * source.height * nearlyAll) return asWhole
  return { box, size: sizeOnCanvas(box, canvas, 'enlarged') }
}

/** The whole picture, for an edit without a mask. */
export const wholePart = (source: PixelSize, canvas: EditCanvas): GivenPart => ({
  box: null,
  size: sizeOnCanvas(source, canvas, 'own-size'),
})
