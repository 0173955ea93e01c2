import sharp from 'sharp'
import { compositePixels } from '#domain/edit/composite-pixels.ts'
import { framePixels } from '#domain/edit/frame-pixels.ts'
import { type GreyPixels, maskWeights } from '#domain/edit/mask-weights.ts'
import type { EditFrame } from '#domain/edit/operation.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { cutRows, putRows, weightsOf } from './mask-region.ts'
import { type DecodedPicture, decodePicture, decodeScaled, encodeResult } from './picture-pixels.ts'
import type { RetouchedPicture, RetouchTask } from './retouch-task.ts'

type TaskOf<Kind extends RetouchTask['kind']> = Extract<RetouchTask, { kind: Kind }>
/** Called with how much of a task is done, 0 to 1. */
export type Report = (fraction: number) => void

const wholeOf = ({ width, height }: PixelSize): Rect => ({ x: 0, y: 0, width, height })

/** From this gray on a pixel of a scaled mask counts as white: a stroke thinner than a pixel is not lost. */
const scaledThreshold = 32

async function scaledMask(data: Uint8Array, from: PixelSize, to: PixelSize): Promise<Buffer> {
  const { width, height } = from
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'linear' })
    .threshold(scaledThreshold)
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
}

const scaledPicture = (data: Uint8Array, { width, height }: PixelSize, to: PixelSize): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' })
    .png({ compressionLevel: 3 })
    .toBuffer()

/** Every pixel that changes at all, as a mask of a part of the picture. */
function hardMask({ box, data }: GreyPixels, part: Rect): Uint8Array {
  const mask = new Uint8Array(part.width * part.height)
  for (let row = 0; row < box.height; row++) {
    const y = box.y + row - part.y
    if (y < 0 || y >= part.height) continue
    for (let column = 0; column < box.width; column++) {
      const x = box.x + column - part.x
      if (x >= 0 && x < part.width && data[row * box.width + column] !== 0) mask[y * part.width + x] = 255
    }
  }
  return mask
}

/** The part of a picture that a model is given, and what it may change there: everything that the composite takes any of. */
export async function givePart({ source, mask, box, size }: TaskOf<'give'>): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  const part = box ?? wholeOf(picture)
  const cut = box ? cutRows(picture.data, picture.width, part, 4) : picture.data
  const bytes = await scaledPicture(cut, part, size)
  const hard = mask ? hardMask(await weightsOf(mask, picture), part) : null
  return { bytes, ...size, mask: hard ? await scaledMask(hard, part, size) : null, notes: [] }
}

/** The larger picture that a model is given to extend: mirrored edges guide it better than black ones. */
export async function giveFrame({ source, frame, overlap, size }: TaskOf<'give-frame'>): Promise<RetouchedPicture> {
  const framed = framePixels(await decodePicture(source), frame)
  const bytes = await scaledPicture(framed.data, framed, size)
  const changed = maskWeights({ box: wholeOf(framed), data: framed.isNew }, { grow: overlap, feather: 0 })
  return { bytes, ...size, mask: await scaledMask(changed.data, framed, size), notes: [] }
}

/** Lays a changed part over its picture, in place, where the weights say so. @param changed Of the same box. */
export function layOver(picture: DecodedPicture, weights: GreyPixels, changed: Uint8Array): void {
  const cut = cutRows(picture.data, picture.width, weights.box, 4)
  compositePixels(cut, changed, weights.data)
  putRows(picture.data, picture.width, { box: weights.box, cut }, 4)
}

const unchanged = 'The model changed nothing in the selection. Try other words, or a larger selection.'

/** The difference of two pictures where the weight is more than half, per channel, 0 to 255. */
function meanDifference(one: Uint8Array, other: Uint8Array, weights: Uint8Array): number {
  let sum = 0
  let pixels = 0
  for (let pixel = 0; pixel < weights.length; pixel++) {
    if ((weights[pixel] as number) < 128) continue
    pixels++
    for (let channel = 0; channel < 3; channel++)
      sum += Math.abs((one[pixel * 4 + channel] as number) - (other[pixel * 4 + channel] as number))
  }
  return pixels === 0 ? 0 : sum / (3 * pixels)
}

export async function pastePart({ source, result, mask, box }: TaskOf<'paste'>): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  const part = box ?? wholeOf(picture)
  const made = await decodeScaled(result, part)
  const weights = await weightsOf(mask, picture)
  const inside = { ...weights.box, x: weights.box.x - part.x, y: weights.box.y - part.y }
  const changed = cutRows(made, part.width, inside, 4)
  const isUnchanged = meanDifference(cutRows(picture.data, picture.width, weights.box, 4), changed, weights.data) < 1
  layOver(picture, weights, changed)
  const bytes = await encodeResult(picture, picture, 'kept')
  return { bytes, width: picture.width, height: picture.height, mask: null, notes: isUnchanged ? [unchanged] : [] }
}

export async function pasteFrame({ source, result, frame, feather }: TaskOf<'paste-frame'>): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  const framed = framePixels(picture, frame)
  const weights = maskWeights({ box: wholeOf(framed), data: framed.isNew }, { grow: 0, feather })
  compositePixels(framed.data, await decodeScaled(result, framed), weights.data)
  return encodedFrame(framed, picture, frame)
}

/** The picture in a frame: a crop, or an extension with mirrored edges. */
export async function takeFrame({ source, frame }: TaskOf<'frame'>, report: Report): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  return encodedFrame(framePixels(picture, frame, report), picture, frame)
}

async function encodedFrame(
  { data, width, height }: { readonly data: Uint8Array } & PixelSize,
  picture: DecodedPicture,
  { angle = 0 }: EditFrame,
): Promise<RetouchedPicture> {
  // Pixels of a frame that is turned by anything but quarters are all computed.
  const origin = angle % 90 === 0 ? 'kept' : 'computed'
  return { bytes: await encodeResult({ data, width, height }, picture, origin), width, height, mask: null, notes: [] }
}
