import { webpChunks, webpEnd, webpHead } from '#domain/records/webp-chunks.ts'
import type { XmpContent } from '#domain/records/xmp-packet.ts'
import { mergedPacket } from './merged-packet.ts'

// WebP Container Specification (RFC 9649, section 2): RIFF, its size, WEBP, then chunks of a name, a size and a body.
const chunkHead = 8
const xmpFlag = 0x04
const alphaFlag = 0x10

export const isWebp = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.subarray(0, webpHead)).toString('latin1')
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

/**
 * A WebP with our XMP, in parts; its pixels are untouched. Bytes behind its end, which belong to no chunk, are left out. An unreadable file
 * is returned unchanged.
 */
export function withWebpXmp(bytes: Uint8Array, content: XmpContent): readonly Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = webpHead + chunkHead
  if (file.length < flags) return [bytes]
  const first = file.toString('latin1', webpHead, webpHead + 4)
  const isExtended = first === 'VP8X'
  const head = isExtended ? Buffer.alloc(0) : extendedHead(first, file.subarray(flags))
  if (!head) return [bytes]
  const theirs = webpChunks(file)
    .filter(({ name }) => name === 'XMP ')
    .toArray()
  const last = webpEnd(file)
  const kept: Buffer[] = []
  let from = webpHead
  for (const { start, end } of theirs) {
    kept.push(file.subarray(from, start))
    from = end
  }
  if (from < last) kept.push(file.subarray(from, last), Buffer.alloc(last % 2))
  if (isExtended && kept[0]) {
    // Changed in a copy: the bytes are the caller's.
    const begin = Buffer.from(kept[0].subarray(0, chunkHead + 1))
    begin[chunkHead] = (begin[chunkHead] ?? 0) | xmpFlag
    kept.splice(0, 1, begin, kept[0].subarray(begin.length))
  }
  const packets = theirs.map((chunk) => chunk.content)
  const end = webpChunk('XMP ', mergedPacket(packets, content))
  const riff = Buffer.from(file.subarray(0, webpHead))
  riff.writeUInt32LE(4 + [head, ...kept, end].reduce((sum, { length }) => sum + length, 0), 4)
  return [riff, head, ...kept, end]
}
