import type { Metadata } from 'sharp'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { Crop } from '#domain/models/frame.ts'
import type { PictureKind } from '#domain/pictures/sniff-picture.ts'
import type { DecodingRoom } from '../operations/decoding-room.ts'
import { withColorProfile } from '../operations/described-colors.ts'
import type { PictureSource } from '../operations/picture-source.ts'
import { readMask } from './canonical-mask.ts'
import { encodeAs } from './encode-as.ts'
import { encodeExport } from './encode-export.ts'
import { inspectPicture, type Picture } from './inspect-picture.ts'

/** A picture that was decoded and encoded again: upright, in sRGB, its first frame alone, and nothing in it but pixels. */
export type CleanPicture = { readonly bytes: Uint8Array; readonly picture: Picture }

/** A file from outside that is decoded and encoded again. */
export type Decoding = {
  readonly path: string
  readonly kind: PictureKind
  readonly metadata: Pick<Metadata, 'hasAlpha' | 'chromaSubsampling'>
  /** Pixels of the sides of a square WebP from its middle; null: the picture in its own format and size. */
  readonly square: number | null
}

/** Seconds after which a picture counts as damaged: the largest take half of it on a busy core. */
const maxSeconds = 60

/** Decodes a picture and encodes it again. @throws Error for a damaged one. */
async function decodePicture({ path, kind, metadata, square }: Decoding, room: DecodingRoom): Promise<CleanPicture> {
  const colored = await withColorProfile(path)
  const upright = (await room.openPicture(colored)).timeout({ seconds: maxSeconds }).autoOrient().toColourspace('srgb')
  const encoder =
    square === null
      ? encodeAs(kind, upright, metadata)
      : upright.resize(square, square, { fit: 'cover', position: 'centre' }).webp({ quality: 88, effort: 4 })
  const { data: bytes, info } = await encoder.toBuffer({ resolveWithObject: true })
  // Of the file from outside: it is smaller than the new one, and is decoded in two thirds of the time.
  const picture = await inspectPicture(colored, room)
  return { bytes, picture: { ...picture, mediaType: `image/${info.format}` } }
}

/** A delivered picture that is cropped and shrunk to what was asked for. */
type Fitting = {
  readonly source: PictureSource
  readonly kind: PictureKind
  readonly crop: Crop | null
  readonly shrinkTo: PixelSize | null
}

async function fit({ source, kind, crop, shrinkTo }: Fitting, room: DecodingRoom): Promise<Uint8Array> {
  const opened = await room.openPicture(source)
  const upright = opened.autoOrient()
  const cropped = crop ? upright.extract(crop) : upright
  const sized = shrinkTo ? cropped.resize({ ...shrinkTo, fit: 'fill', kernel: 'lanczos3' }) : cropped
  const { hasAlpha } = await opened.metadata()
  return encodeAs(kind, sized, { hasAlpha }).keepIccProfile().toBuffer()
}

/** The first frame as a PNG, without loss of a pixel. */
const toPng = async (source: PictureSource, room: DecodingRoom): Promise<Uint8Array> =>
  (await room.openPicture(source)).autoOrient().keepIccProfile().png({ compressionLevel: 6 }).toBuffer()

/** All frames as a WebP, without loss of a pixel. */
const toAnimation = (source: PictureSource, room: DecodingRoom): Promise<Uint8Array> =>
  room.openAnimation(source).webp({ lossless: true, effort: 2 }).toBuffer()

/** A picture of work in progress as a small WebP. @param edge Pixels of its longest side. */
const toPreview = async (
  { source, edge }: { readonly source: PictureSource; readonly edge: number },
  room: DecodingRoom,
): Promise<Uint8Array> =>
  (await room.openPicture(source))
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 1 })
    .toBuffer()

/** All that is done with bytes from outside that a decoder has to open, in this process or in one of its own. */
export const decodings = {
  clean: decodePicture,
  inspect: inspectPicture,
  mask: readMask,
  fit,
  'to-png': toPng,
  'to-animation': toAnimation,
  'to-preview': toPreview,
  export: encodeExport,
} as const

export type DecodingName = keyof typeof decodings
export type DecodingInput<Name extends DecodingName> = Parameters<(typeof decodings)[Name]>[0]
export type DecodingOutput<Name extends DecodingName> = Awaited<ReturnType<(typeof decodings)[Name]>>

/** One of them with its input. */
export type NamedDecoding<Name extends DecodingName> = { readonly name: Name; readonly input: DecodingInput<Name> }

/** Runs one in this process. */
export const runDecoding = <Name extends DecodingName>(
  { name, input }: NamedDecoding<Name>,
  room: DecodingRoom,
): Promise<DecodingOutput<Name>> => {
  const run = decodings[name] as (input: DecodingInput<Name>, room: DecodingRoom) => Promise<DecodingOutput<Name>>
  return run(input, room)
}
