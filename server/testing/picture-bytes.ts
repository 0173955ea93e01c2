import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture in which all pixels differ from their neighbors. */
export const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

/** A picture of one color, 60 × 40. */
export const blue = sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })

/** A PNG of a few kB that claims any size: rows of zeros, which deflate compresses a thousandfold. */
export function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    const checksum = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of one color: many frames, each as large as the canvas. */
export function manyFrames(width: number, height: number, frames: number): Buffer {
  const word = (value: number) => [value & 255, value >> 8]
  const frame = [0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, 2, 2, 0x4c, 0x01, 0]
  const head = [...Buffer.from('GIF89a'), ...word(width), ...word(height), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  return Buffer.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b])
}
