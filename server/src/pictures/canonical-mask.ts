import sharp, { type Sharp } from 'sharp'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { openPicture } from './inspect-picture.ts'

/** A mask in its one form: PNG, 8-bit grey, every pixel 0 or 255, white = change. */
export type CanonicalMask = {
  readonly png: Uint8Array
  /** The smallest rectangle around the white pixels. */
  readonly box: Rect
  /** 0 to 1: how much is white, of the picture and of its outermost pixels. */
  readonly white: number
  readonly whiteEdge: number
}

/** Grey levels from here on are white. */
const threshold = 128

const encode = (mask: Sharp) => mask.toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer()

/** The share of white pixels of a part of a mask, 0 to 1. */
async function whiteShare(mask: Sharp): Promise<number> {
  const { channels } = await mask.stats()
  return (channels[0]?.mean ?? 0) / 255
}

const part = async (png: Uint8Array, box: Rect) => {
  const cut = await sharp(png)
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return whiteShare(sharp(cut))
}

/** How much of the outermost pixels is white. */
async function whiteEdgeOf(png: Uint8Array, { width, height }: PixelSize): Promise<number> {
  const sides: readonly Rect[] = [
    { x: 0, y: 0, width, height: 1 },
    { x: 0, y: height - 1, width, height: 1 },
    { x: 0, y: 0, width: 1, height },
    { x: width - 1, y: 0, width: 1, height },
  ]
  const shares = await Promise.all(sides.map((side) => part(png, side)))
  const lengths = sides.map((side) => side.width * side.height)
  const white = shares.reduce((sum, share, place) => sum + share * (lengths[place] ?? 0), 0)
  return white / lengths.reduce((sum, length) => sum + length, 0)
}

/** The smallest rectangle around the white pixels. libvips measures it, not this thread. */
async function boxOf(png: Uint8Array): Promise<Rect> {
  const { info } = await sharp(png)
    .trim({ background: '#000', threshold: 1 })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { x: -(info.trimOffsetLeft ?? 0), y: -(info.trimOffsetTop ?? 0), width: info.width, height: info.height }
}

async function measured(png: Uint8Array, size: PixelSize): Promise<CanonicalMask> {
  const [white, whiteEdge, box] = await Promise.all([whiteShare(sharp(png)), whiteEdgeOf(png, size), boxOf(png)])
  return { png, box, white, whiteEdge }
}

/**
 * Brings a mask from outside into its one form. What is transparent counts as black: a canvas of a browser sends strokes on
 * nothing. @param size Of the picture that it belongs to, upright. @returns A sentence where it can't be used.
 */
export async function canonicalMask(bytes: Uint8Array, size: PixelSize): Promise<Result<CanonicalMask, string>> {
  const { autoOrient } = await openPicture(bytes).metadata()
  if (autoOrient.width !== size.width || autoOrient.height !== size.height)
    return failure(
      `The mask has ${autoOrient.width} × ${autoOrient.height} pixels and the picture ${size.width} × ${size.height}. Draw it on this picture.`,
    )
  const png = await encode(openPicture(bytes).autoOrient().flatten({ background: '#000' }).threshold(threshold))
  const { channels } = await sharp(png).stats()
  const [grey] = channels
  if (!grey || grey.max === 0) return failure('The mask is empty. Paint white what is to change.')
  if (grey.min === 255) return failure('The mask covers the whole picture. Leave out what is to stay.')
  return success(await measured(png, size))
}

/** The same mask with black and white exchanged. */
export async function invertedMask(mask: CanonicalMask, size: PixelSize): Promise<CanonicalMask> {
  return measured(await encode(sharp(mask.png).negate()), size)
}

/** The background of a picture whose subject was cut out, as a mask. @param cutOut PNG with transparency. Null without a subject. */
export async function backgroundOf(cutOut: Uint8Array, size: PixelSize): Promise<CanonicalMask | null> {
  const opacity = await openPicture(cutOut).extractChannel('alpha').toColourspace('b-w').png().toBuffer()
  const mask = await measured(await encode(sharp(opacity).negate().threshold(threshold)), size)
  return mask.white < 1 ? mask : null
}
