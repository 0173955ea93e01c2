/** The only file that knows about image codecs. */
import sharp from 'sharp'
import type { Raster } from './core/surface.ts'

export type Format = 'png' | 'jpeg' | 'webp'

export async function encode(raster: Raster, format: Format = 'png'): Promise<Uint8Array> {
  const image = sharp(raster.rgb, { raw: { width: raster.width, height: raster.height, channels: 3 } })
  if (format === 'jpeg') return image.jpeg({ quality: 88, mozjpeg: true }).toBuffer()
  if (format === 'webp') return image.webp({ quality: 88 }).toBuffer()
  return image.png({ compressionLevel: 7 }).toBuffer()
}

export async function decode(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) }
}
