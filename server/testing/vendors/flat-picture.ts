import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

const made = new Map<string, Promise<Buffer>>()

/** A complete PNG of exactly this size in one color; made once for each size and color. */
export function flatPicture({ width, height }: PixelSize, color = '#4a7c59'): Promise<Buffer> {
  const name = `${width}x${height}${color}`
  const existing = made.get(name)
  if (existing) return existing
  const picture = sharp({ create: { width, height, channels: 3, background: color } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  made.set(name, picture)
  return picture
}

/** A PNG that no compression makes smaller than this. */
export async function noisyPicture(minBytes: number): Promise<Uint8Array> {
  const side = Math.ceil(Math.sqrt(minBytes / 3))
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
