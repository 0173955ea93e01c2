import { type XmpContent, xmpPacket } from '#domain/records/xmp-packet.ts'

// WebP Container Specification (RFC 9649, section 2): RIFF, its size, WEBP, then chunks of a name, a size and a body.
const firstChunk = 12
const chunkHead = 8
const xmpFlag = 0x04
const alphaFlag = 0x10

export const isWebp = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.subarray(0, firstChunk)).toString('latin1')
  return head.startsWith('RIFF') && head.endsWith('WEBP')
}

/** A chunk of a WebP, padded to an even length. */
export function webpChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(chunkHead)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** Width, height and transparency from the first frame of a plain file (RFC 9649, 2.5 and 2.6; RFC 6386, 9.1). */
function shapeOf(name: string, body: Buffer): { width: number; height: number; hasAlpha: boolean } | null {
  if (name === 'VP8 ' && body.length >= 10)
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff, hasAlpha: false }
  if (name !== 'VP8L' || body.length < 5) return null
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, hasAlpha: ((bits >>> 28) & 1) === 1 }
}

/** The first chunk of a file with more than pixels. */
function extendedHead(name: string, body: Buffer): Buffer | null {
  const shape = shapeOf(name, body)
  if (!shape) return null
  const head = Buffer.alloc(10)
  head[0] = xmpFlag | (shape.hasAlpha ? alphaFlag : 0)
  head.writeUIntLE(shape.width - 1, 4, 3)
  head.writeUIntLE(shape.height - 1, 7, 3)
  return webpChunk('VP8X', head)
}

/** A WebP with our XMP, in parts; its pixels are untouched. An unreadable file is returned unchanged. */
export function withWebpXmp(bytes: Uint8Array, content: XmpContent): readonly Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = firstChunk + chunkHead
  if (file.length < flags) return [bytes]
  const name = file.toString('latin1', firstChunk, firstChunk + 4)
  const isExtended = name === 'VP8X'
  const head = isExtended ? Buffer.alloc(0) : extendedHead(name, file.subarray(flags))
  if (!head) return [bytes]
  // Changed in a copy: the bytes are the caller's.
  const begin = Buffer.from(file.subarray(0, flags + 1))
  if (isExtended && begin.length > flags) begin[flags] = (begin[flags] ?? 0) | xmpFlag
  const end = webpChunk('XMP ', Buffer.from(xmpPacket(content)))
  const riff = begin.subarray(0, firstChunk)
  riff.writeUInt32LE(head.length + file.length - firstChunk + end.length + 4, 4)
  return [riff, head, begin.subarray(firstChunk), file.subarray(begin.length), end]
}
