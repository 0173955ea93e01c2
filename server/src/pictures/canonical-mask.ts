import type { Sharp } from 'sharp'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { type DecodingRoom, pictureOfPixels } from '../operations/decoding-room.ts'
import type { PictureSource } from '../operations/picture-source.ts'

/** A mask in its canonical form: PNG, 8-bit gray, every pixel 0 or 255, white = change. */
export type CanonicalMask = {
  readonly png: Uint8Array
  /** The smallest rectangle around the white pixels. */
  readonly box: Rect
}

/** A mask in the forms that edits need. */
export type MaskForms = {
  readonly size: PixelSize
  readonly change: CanonicalMask
  /** For edits of the background, where it differs; null: `change` is white in the background already. */
  readonly inverse: CanonicalMask | null
}

/** Gray levels from here on are white. */
const threshold = 128
/** Minimum share of the edge that is white in a mask of a background: a subject may touch the rest. */
const minWhiteEdge = 0.5

/** One byte per pixel, 0 or 255. */
type MaskPixels = PixelSize & { readonly data: Buffer }

const imageOf = ({ data, width, height }: MaskPixels): Sharp =>
  pictureOfPixels(data, { width, height, channels: 1 }).toColourspace('b-w')

async function readPixels(mask: Sharp): Promise<MaskPixels> {
  const { data, info } = await mask.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Share of the outermost pixels that are white, 0 to 1. */
function whiteEdgeOf({ data, width, height }: MaskPixels): number {
  const count = (length: number, at: (index: number) => number) => {
    let white = 0
    for (let index = 0; index < length; index++) if (data[at(index)]) white++
    return white
  }
  const white =
    count(width, (x) => x) +
    count(width, (x) => (height - 1) * width + x) +
    count(height, (y) => y * width) +
    count(height, (y) => y * width + width - 1)
  return white / (2 * (width + height))
}

/** Encodes a mask that has white pixels. libvips measures their box, not this thread. */
async function encode(pixels: MaskPixels): Promise<CanonicalMask> {
  const png = await imageOf(pixels).png({ compressionLevel: 6 }).toBuffer()
  const { info } = await imageOf(pixels)
    .trim({ background: '#000', threshold: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const box = {
    x: -(info.trimOffsetLeft ?? 0),
    y: -(info.trimOffsetTop ?? 0),
    width: info.width,
    height: info.height,
  }
  return { png, box }
}

const inverseOf = async (pixels: MaskPixels) => encode(await readPixels(imageOf(pixels).negate()))

/**
 * Brings a mask from outside into its canonical forms. Transparent pixels count as black: a canvas of a browser sends strokes on
 * nothing. A background surrounds its subject, so a mask that is black along most of its edge is a selection of the subject, and its
 * inverse is the background.
 * @param room For the mask, as `maskWeight` says. @returns A sentence where it can't be used.
 * @throws Error for bytes that are no whole picture.
 */
export async function readMask(source: PictureSource, room: DecodingRoom): Promise<Result<MaskForms, string>> {
  const picture = room.openMask(source).autoOrient().flatten({ background: '#000' })
  const pixels = await readPixels(picture.toColourspace('b-w').threshold(threshold))
  const { width, height } = pixels
  const { channels } = await imageOf(pixels).stats()
  const [gray] = channels
  if (!gray || gray.max === 0) return failure('The mask is empty. Paint white what is to change.')
  if (gray.min === 255) return failure('The mask covers the whole picture. Leave out what is to stay.')
  const change = await encode(pixels)
  const inverse = whiteEdgeOf(pixels) > minWhiteEdge ? null : await inverseOf(pixels)
  return success({ size: { width, height }, change, inverse })
}

/**
 * The background of a picture whose subject was cut out, as a mask. @param cutOut PNG with transparency. @param room For it, whole.
 * Null without a subject.
 */
export async function backgroundOf(cutOut: Uint8Array, room: DecodingRoom): Promise<CanonicalMask | null> {
  const opacity = await room.openMask(cutOut).extractChannel('alpha').toColourspace('b-w').png().toBuffer()
  const pixels = await readPixels(room.openMask(opacity).negate().threshold(threshold))
  const { channels } = await imageOf(pixels).stats()
  const [gray] = channels
  if (!gray || gray.max === 0) return null
  return gray.min === 255 ? null : encode(pixels)
}
