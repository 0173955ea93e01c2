import sharp from 'sharp'
import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'

/** An encoded picture with its name as a media type. */
export type MediaPicture = { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: `image/${string}` }

/** What every hosted model that takes pictures reads. */
const readEverywhere = ['png', 'jpeg', 'webp'] as const

/** A picture as vendors take it: PNG, JPEG and WebP as they are, the others (AVIF, GIF) as PNG, the first frame alone. */
export async function acceptedPicture(bytes: Uint8Array): Promise<MediaPicture> {
  const kind = readEverywhere.find((each) => each === sniffPicture(bytes.subarray(0, sniffedBytes)))
  if (kind) return { bytes: new Uint8Array(bytes), mediaType: `image/${kind}` }
  const png = await sharp(bytes, { limitInputPixels: 50_000_000 }).autoOrient().png().toBuffer()
  return { bytes: new Uint8Array(png), mediaType: 'image/png' }
}

/** As a data address: 'data:image/png;base64,…'. */
export const dataUrl = ({ bytes, mediaType }: MediaPicture) =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
