import sharp from 'sharp'
import type { Picture } from './inspect-picture.ts'

export const thumbnailSizes = [64, 256, 512] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** One thumbnail as WebP; `size` is its longest edge in pixels. Effort 2: 4 saves 3 % of the bytes for twice the time. */
export function makeThumbnail(preview: Picture['preview'], size: ThumbnailSize): Promise<Buffer> {
  const { data, width, height, channels } = preview
  return sharp(data, { raw: { width, height, channels } })
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}
