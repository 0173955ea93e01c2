/** The only file that knows about image codecs. */
import sharp from 'sharp'
import type { Raster } from './core/surface.ts'

/**
 * PNG bytes of a picture. Level 2 without row filters: the grain of the pictures compresses badly, and a higher level
 * takes two to four times the processor time for a few per cent. A size larger than the painted one repeats pixels:
 * smooth scaling takes ten times as long to encode, more than painting them.
 */
export async function encodePng(raster: Raster, wanted: { width: number; height: number }): Promise<Uint8Array> {
  const { width, height, rgb } = raster
  const painted = sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
  const isWhole = width === wanted.width && height === wanted.height
  const picture = isWhole ? painted : painted.resize({ ...wanted, fit: 'fill', kernel: 'nearest' })
  return picture.png({ compressionLevel: 2, adaptiveFiltering: false }).toBuffer()
}

/** Pixels of an encoded picture, upright, on white; at most `most` pixels along its longer side. */
export async function decodeImage(bytes: Uint8Array, most: number): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize(most, most, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels === 3) return { width: info.width, height: info.height, rgb: new Uint8Array(data) }
  const rgb = new Uint8Array(info.width * info.height * 3)
  for (let i = 0; i < info.width * info.height; i++) rgb.fill(data[i * info.channels], i * 3, i * 3 + 3)
  return { width: info.width, height: info.height, rgb }
}
