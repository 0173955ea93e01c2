import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/**
 * The pixels of a picture, scaled down where a side is longer than `longest`. @param address Of the picture, of this server.
 * @param size Its own size. @throws DOMException where it can't be loaded.
 */
export async function readPixels(address: string, { width, height }: PixelSize, longest: number): Promise<ImageData> {
  const image = new Image()
  image.src = address
  await image.decode()
  const scale = Math.min(1, longest / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser gave no canvas.')
  context.drawImage(image, 0, 0, size.width, size.height)
  return context.getImageData(0, 0, size.width, size.height)
}
