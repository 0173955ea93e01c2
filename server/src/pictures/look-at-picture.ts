import type { GrayPicture } from '#domain/pictures/look/gray-picture.ts'
import { landmarkSide } from '#domain/pictures/look/landmarks.ts'
import { type ColorChannels, type LookVector, lightnessOf, lookOf } from '#domain/pictures/look/look-vector.ts'
import { type PictureTrace, traceOf } from '#domain/pictures/look/same-picture.ts'
import { openSmall, pictureOfPixels } from '../operations/decoding-room.ts'
import type { Picture } from './inspect-picture.ts'

/** The red, green and blue of a decoded picture as it is seen on gray, with a longer side of `landmarkSide`. */
async function channelsOf({ data, width, height, channels }: Picture['preview']): Promise<ColorChannels> {
  const { data: pixels, info } = await pictureOfPixels(data, { width, height, channels })
    .resize(landmarkSide, landmarkSide, { fit: 'inside' })
    .flatten({ background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const channel = (place: number): GrayPicture => ({
    data: Uint8Array.from({ length: info.width * info.height }, (_, at) => pixels[at * 3 + place] ?? 0),
    width: info.width,
    height: info.height,
  })
  return { red: channel(0), green: channel(1), blue: channel(2) }
}

/** The lightness of a decoded picture, with a longer side of `landmarkSide`. */
export const grayOf = async (preview: Picture['preview']): Promise<GrayPicture> => toGray(await channelsOf(preview))

const toGray = ({ red, green, blue }: ColorChannels): GrayPicture => ({
  ...red,
  data: Float32Array.from(red.data, (value, at) => lightnessOf(value, green.data[at] ?? 0, blue.data[at] ?? 0)),
})

/** By which copies of a picture and pictures like it are found. Takes a tenth of a second. */
export async function lookAtPicture(
  preview: Picture['preview'],
): Promise<{ readonly trace: PictureTrace; readonly look: LookVector }> {
  const channels = await channelsOf(preview)
  return { trace: traceOf(toGray(channels)), look: lookOf(channels) }
}

/** The pixels of a thumbnail of ours. */
export async function pixelsOfThumbnail(thumbnail: Uint8Array): Promise<Picture['preview']> {
  const { data, info } = await openSmall(thumbnail).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 }
}
