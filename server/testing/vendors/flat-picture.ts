import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

const made = new Map<string, Buffer>()
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG (ISO/IEC 15948, 5.3). */
function pngChunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
}

/**
 * A complete PNG of exactly this size in one color; made once for each size and color. One bit a pixel: encoding 16 megapixels of
 * 24 bits takes 0.3 s.
 */
export async function flatPicture({ width, height }: PixelSize, color = '#4a7c59'): Promise<Buffer> {
  const name = `${width}x${height}${color}`
  const existing = made.get(name)
  if (existing) return existing
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // Bit depth 1, color type 3: an index into the palette.
  header.set([1, 3], 8)
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height)
  const picture = Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from(color.slice(1), 'hex')),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
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
