import { pngChunks, pngHeadEnd } from '#domain/records/png-chunks.ts'
import { joinBytes } from '../operations/join-bytes.ts'
import { pngChunk } from '../operations/png-chunk.ts'
import { isJpeg } from './jpeg-record.ts'
import { isPng } from './png-record.ts'

const metersPerInch = 0.0254

/** The physical size of a PNG's pixels (PNG, third edition, 11.3.4.3): whole pixels per meter. */
function physicalSize(dpi: number): Buffer {
  const data = Buffer.alloc(9)
  const perMeter = Math.round(dpi / metersPerInch)
  data.writeUInt32BE(perMeter, 0)
  data.writeUInt32BE(perMeter, 4)
  data[8] = 1
  return pngChunk('pHYs', data)
}

/** The segment that stands first in a JPEG of this server: APP0 with `JFIF`, its version, a unit and two densities (ITU-T T.871, 10.1). */
const jfif = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, 1, 0, 0, 0, 0, 0, 0])
const unitAt = 11
const perInch = 1

function withJfif(file: Buffer, dpi: number): Promise<Uint8Array> {
  const head = Buffer.from(jfif)
  head[unitAt] = perInch
  head.writeUInt16BE(dpi, unitAt + 1)
  head.writeUInt16BE(dpi, unitAt + 3)
  const hasOne = file.toString('latin1', 6, 10) === 'JFIF'
  const rest = hasOne ? 4 + file.readUInt16BE(4) : 2
  return joinBytes([file.subarray(0, 2), head, file.subarray(rest)])
}

/** A PNG with one chunk of the physical size: a second one is not allowed. */
function withPhysicalSize(file: Uint8Array, dpi: number): Promise<Uint8Array> {
  const kept: Uint8Array[] = []
  let at = pngHeadEnd
  for (const { type, start, end } of pngChunks(file, pngHeadEnd)) {
    // It stands in front of the pixels.
    if (type === 'IDAT') break
    if (type !== 'pHYs') continue
    kept.push(file.subarray(at, start))
    at = end
  }
  return joinBytes([file.subarray(0, pngHeadEnd), physicalSize(dpi), ...kept, file.subarray(at)])
}

/**
 * Writes the resolution into the fields that PNG and JPEG have for it; no Exif. Other formats are returned unchanged.
 * @param dpi A whole number of pixels per inch, at most 65,535.
 */
export async function withResolution(bytes: Uint8Array, dpi: number): Promise<Uint8Array> {
  if (isPng(bytes)) return withPhysicalSize(bytes, dpi)
  return isJpeg(bytes) ? withJfif(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), dpi) : bytes
}
