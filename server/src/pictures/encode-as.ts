import type { Metadata, Sharp } from 'sharp'
import type { PictureKind } from '#domain/pictures/sniff-picture.ts'
import type { DecodingRoom } from '../operations/decoding-room.ts'

/**
 * Encodes pixels as close to the original as its format allows. AVIF takes a hundred times as long to encode, so it becomes
 * another format.
 * @param original `chromaSubsampling` is left out where the pixels are not those of the original any more.
 */
export function encodeAs(
  kind: PictureKind,
  picture: Sharp,
  { hasAlpha, chromaSubsampling }: Pick<Metadata, 'hasAlpha' | 'chromaSubsampling'>,
): Sharp {
  if (kind === 'webp') return picture.webp({ quality: 95, effort: 2, smartSubsample: true })
  if (kind === 'jpeg' || (kind === 'avif' && !hasAlpha))
    return picture.jpeg({
      quality: 95,
      // A photo with colors at half the resolution, as most cameras write it, has no more of them to keep.
      chromaSubsampling: chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
      // Optimised coding would hold all coefficients of the picture in memory, for 3 % of the bytes.
      optimiseCoding: false,
    })
  return picture.png({ compressionLevel: 6 })
}

/** Encodes a stored picture as PNG, upright and in sRGB. @param room For the picture, whole. */
export async function uprightPng(original: Uint8Array, room: DecodingRoom): Promise<Buffer> {
  const picture = await room.openPicture(original)
  return picture.autoOrient().png().toBuffer()
}
