import { type DecodingRoom, pictureOfPixels } from '../operations/decoding-room.ts'
import type { Picture } from './inspect-picture.ts'

export const thumbnailSizes = [64, 256, 512] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]
/** Longest edge of a shared picture: enough for a screen, and not the original. */
export const displaySize = 1_536
/** Every size that may be stored beside an original. */
export const keptSizes = [...thumbnailSizes, displaySize] as const
export type KeptSize = (typeof keptSizes)[number]

/** One thumbnail as WebP; `size` is its longest edge in pixels. Effort 2: 4 saves 3 % of the bytes for twice the time. */
export function makeThumbnail(preview: Picture['preview'], size: ThumbnailSize): Promise<Buffer> {
  const { data, width, height, channels } = preview
  return pictureOfPixels(data, { width, height, channels })
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}

/** A picture for a screen as WebP, re-encoded: without any metadata of the original. */
export async function makeDisplay(original: Uint8Array, room: DecodingRoom): Promise<Buffer> {
  const picture = await room.openPicture(original)
  return picture
    .autoOrient()
    .resize(displaySize, displaySize, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85, effort: 2 })
    .toBuffer()
}
