import type { DecodingRoom } from '../operations/decoding-room.ts'
import type { PictureSource } from '../operations/picture-source.ts'
import { pictureMediaType } from './media-types.ts'

/** The longest edge of the largest thumbnail; the others are made from it. */
const previewEdge = 512

export type Picture = {
  readonly mediaType: string
  /** Pixels, after EXIF orientation. */
  readonly width: number
  readonly height: number
  /** `#rrggbb` */
  readonly averageColor: string
  /** The whole picture at 512 on its longest edge, for thumbnails: no second decode. */
  readonly preview: { readonly data: Buffer; readonly width: number; readonly height: number; readonly channels: 3 | 4 }
}

/** The bytes are no picture of an accepted format. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
}

/** Every fourth pixel is enough for a placeholder color. */
const sampledPixels = 4

/** The mean color of raw pixels, as `#rrggbb`. */
export function averageOf(data: Buffer, channels: number): string {
  const step = channels * sampledPixels
  let red = 0
  let green = 0
  let blue = 0
  let pixels = 0
  for (let offset = 0; offset + 2 < data.length; offset += step) {
    red += data[offset] as number
    green += data[offset + 1] as number
    blue += data[offset + 2] as number
    pixels += 1
  }
  const hex = (sum: number) =>
    Math.round(sum / pixels)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(red)}${hex(green)}${hex(blue)}`
}

/**
 * Sniffs, measures and fully decodes a picture. @param room For the picture, shrunk at least.
 * @throws NotAPicture when the bytes are of no known kind, truncated, or larger than 50 megapixels.
 */
export async function inspectPicture(source: PictureSource, room: DecodingRoom): Promise<Picture> {
  try {
    const picture = await room.openPicture(source)
    const { format, autoOrient } = await picture.metadata()
    const mediaType = pictureMediaType(format)
    if (!mediaType) throw new NotAPicture(`This is ${format}, not a PNG, JPEG, WebP, AVIF or GIF picture.`)
    const { data, info } = await picture
      .autoOrient()
      .resize(previewEdge, previewEdge, { fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const channels = info.channels === 4 ? 4 : 3
    if (info.channels < 3) throw new NotAPicture('The picture has no colours that can be read.')
    return {
      mediaType,
      width: autoOrient.width,
      height: autoOrient.height,
      averageColor: averageOf(data, channels),
      preview: { data, width: info.width, height: info.height, channels },
    }
  } catch (error) {
    if (error instanceof NotAPicture) throw error
    throw new NotAPicture('The bytes are not a whole picture that can be opened.', { cause: error })
  }
}
