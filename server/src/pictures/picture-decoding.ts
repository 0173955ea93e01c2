import type { Metadata } from 'sharp'
import type { PictureKind } from '#domain/pictures/sniff-picture.ts'
import type { DecodingRoom } from '../operations/decoding-room.ts'
import { withColorProfile } from '../operations/described-colors.ts'
import { encodeAs } from './encode-as.ts'
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
export async function decodePicture(
  { path, kind, metadata, square }: Decoding,
  room: DecodingRoom,
): Promise<CleanPicture> {
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
