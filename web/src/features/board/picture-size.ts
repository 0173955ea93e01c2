import { type ImageSize, thumbnailSizes } from '#web/data/image-address.ts'

/** The longest side of a picture on a card, in canvas pixels. */
export const longestTileSide = 192

/** The smallest file that is sharp at this zoom on this screen. */
export function pictureSizeFor(zoom: number, devicePixelRatio: number): ImageSize {
  const needed = longestTileSide * zoom * devicePixelRatio
  return thumbnailSizes.find((size) => size >= needed) ?? 'original'
}
