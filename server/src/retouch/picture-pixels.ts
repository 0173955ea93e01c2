import sharp, { type Sharp } from 'sharp'
import { maxResultPixels } from '#domain/edit/edit-frame.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { type PictureKind, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { withColorProfile } from '../operations/described-colors.ts'
import type { PictureSource } from '../operations/picture-source.ts'
import { UnusablePicture } from './retouch-task.ts'

/** The facts of a picture in its file. */
export type PictureFile = {
  readonly kind: PictureKind
  /** Whether it has room for transparency. */
  readonly hasAlpha: boolean
  /** Whether it keeps every pixel as it is. */
  readonly isLossless: boolean
}

/** A decoded picture: RGBA, upright, in sRGB. */
export type DecodedPicture = PixelSize & PictureFile & { readonly data: Uint8Array }

/** Opens bytes that were stored before, whose colors don't count: upright, one frame, and no more pixels than any picture here has. */
export const openUpright = (bytes: PictureSource): Sharp =>
  sharp(bytes, { limitInputPixels: maxResultPixels, failOn: 'error', sequentialRead: true }).autoOrient()

/** The same for a picture whose colors count: a PNG without a profile may describe them, too. */
export const openColored = async (bytes: Uint8Array): Promise<Sharp> => openUpright(await withColorProfile(bytes))

/** The first chunk of a WebP that keeps every pixel (RFC 9649, 2.6), directly or in an extended file. */
const isLosslessWebp = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 64)).includes('VP8L')

const broken = (error: unknown) =>
  new UnusablePicture('The picture is damaged, or is none that can be opened.', { cause: error })

/** Reads the head of a picture. The size is upright. @throws UnusablePicture where it has none. */
export async function describePicture(bytes: Uint8Array): Promise<PixelSize & PictureFile> {
  try {
    const { hasAlpha, autoOrient } = await openUpright(bytes).metadata()
    const kind = sniffPicture(bytes) ?? 'png'
    const isLossless = kind === 'png' || kind === 'gif' || (kind === 'webp' && isLosslessWebp(bytes))
    return { kind, hasAlpha, isLossless, width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw broken(error)
  }
}

/** Decodes a picture. @throws UnusablePicture where it can't be decoded to its end. */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  try {
    const file = await describePicture(bytes)
    const picture = await openColored(bytes)
    const { data, info } = await picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    if (info.channels !== 4) throw new Error(`${info.channels} channels instead of four.`)
    return { ...file, data, width: info.width, height: info.height }
  } catch (error) {
    throw broken(error)
  }
}

/** Decodes a picture scaled to a size, whatever its ratio. */
export async function decodeScaled(bytes: Uint8Array, { width, height }: PixelSize): Promise<Uint8Array> {
  try {
    const picture = await openColored(bytes)
    return await picture
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
  } catch (error) {
    throw broken(error)
  }
}

/** Decodes a canonical mask: one byte a pixel. */
export async function decodeMask(png: Uint8Array): Promise<{ readonly data: Uint8Array } & PixelSize> {
  try {
    const { data, info } = await openUpright(png)
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw broken(error)
  }
}

/**
 * The origin of a result's pixels. `kept`: some of them are the source's own, and must stay so. `computed`: every one is new.
 */
export type PixelOrigin = 'kept' | 'computed'

function isOpaque(data: Uint8Array): boolean {
  for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return false
  return true
}

/**
 * Encodes a result in the kind of its source, as far as that keeps what it must: where pixels are the source's own, the file keeps
 * every one (a lossless WebP for a WebP, a PNG for anything else); where all are computed, a JPEG stays a JPEG, and a WebP one of its
 * sort. Transparency, where there is any, makes a PNG of a JPEG.
 */
export async function encodeResult(
  { data, width, height }: { readonly data: Uint8Array } & PixelSize,
  source: PictureFile,
  origin: PixelOrigin,
): Promise<Buffer> {
  const isClear = !isOpaque(data)
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  const pixels = isClear || source.hasAlpha ? raw : raw.removeAlpha()
  if (source.kind === 'webp') {
    if (origin === 'kept' || source.isLossless)
      return pixels.webp({ lossless: true, exact: true, effort: 2 }).toBuffer()
    return pixels.webp({ quality: 95, effort: 2, smartSubsample: true }).toBuffer()
  }
  if (source.kind === 'jpeg' && origin === 'computed' && !isClear)
    return pixels.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()
  return pixels.png({ compressionLevel: 6 }).toBuffer()
}
