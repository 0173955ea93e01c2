import {
  type ColorChannels,
  type ColorLayout,
  createColorLayout,
  lightnessOf,
} from '#domain/pictures/fingerprint/color-layout.ts'
import { createFingerprint, type Fingerprint } from '#domain/pictures/fingerprint/fingerprint.ts'
import type { GrayPicture } from '#domain/pictures/fingerprint/integral-image.ts'
import { keypointSide } from '#domain/pictures/fingerprint/keypoints.ts'
import { openSmall, pictureOfPixels } from '../operations/decoding-room.ts'
import type { Picture } from './inspect-picture.ts'

/** Splits a decoded picture into its channels, with a longer side of `keypointSide`; transparent pixels lie on gray. */
async function splitChannels({ data, width, height, channels }: Picture['preview']): Promise<ColorChannels> {
  const { data: pixels, info } = await pictureOfPixels(data, { width, height, channels })
    .resize(keypointSide, keypointSide, { fit: 'inside' })
    .flatten({ background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const channel = (offset: number): GrayPicture => ({
    data: Uint8Array.from({ length: info.width * info.height }, (_, index) => pixels[index * 3 + offset] ?? 0),
    width: info.width,
    height: info.height,
  })
  return { red: channel(0), green: channel(1), blue: channel(2) }
}

const toGray = ({ red, green, blue }: ColorChannels): GrayPicture => ({
  ...red,
  data: Float32Array.from(red.data, (value, index) =>
    lightnessOf(value, green.data[index] ?? 0, blue.data[index] ?? 0),
  ),
})

/** Reads the lightness of a decoded picture, with a longer side of `keypointSide`. */
export const grayOf = async (preview: Picture['preview']): Promise<GrayPicture> => toGray(await splitChannels(preview))

/** Computes the fingerprint and the color layout of one of our thumbnails: WebP. Takes 20 ms of the processor. */
export async function fingerprintThumbnail(
  thumbnail: Uint8Array,
): Promise<{ readonly fingerprint: Fingerprint; readonly layout: ColorLayout }> {
  const { data, info } = await openSmall(thumbnail).raw().toBuffer({ resolveWithObject: true })
  const channels = await splitChannels({
    data,
    width: info.width,
    height: info.height,
    channels: info.channels === 4 ? 4 : 3,
  })
  return { fingerprint: createFingerprint(toGray(channels)), layout: createColorLayout(channels) }
}
