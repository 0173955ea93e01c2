import type { XmpContent } from '#domain/records/xmp-packet.ts'
import { mergedPacket } from './merged-packet.ts'

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

type Chunk = { readonly name: string; readonly start: number; readonly end: number; readonly content: Buffer }

/** The chunks of a WebP in their order, as far as the file goes. */
function* chunksOf(file: Buffer): Generator<Chunk> {
  for (let start = firstChunk; start + chunkHead <= file.length; ) {
    const size = file.readUInt32LE(start + 4)
    const end = start + chunkHead + size + (size % 2)
    const content = file.subarray(start + chunkHead, start + chunkHead + size)
    yield { name: file.toString('latin1', start, start + 4), start, end, content }
    start = end
  }
}

/** A WebP with our XMP, in parts; its pixels are untouched. An unreadable file is returned unchanged. */
export function withWebpXmp(bytes: Uint8Array, content: XmpContent): readonly Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = firstChunk + chunkHead
  if (file.length < flags) return [bytes]
  const chunks = [...chunksOf(file)]
  const isExtended = chunks[0]?.name === 'VP8X'
  const head = isExtended ? Buffer.alloc(0) : extendedHead(chunks[0]?.name ?? '', file.subarray(flags))
  if (!head) return [bytes]
  const theirs = chunks.filter(({ name }) => name === 'XMP ')
  const kept: Buffer[] = []
  let from = firstChunk
  for (const { start, end } of theirs) {
    kept.push(file.subarray(from, start))
    from = end
  }
  kept.push(file.subarray(from))
  if (isExtended && kept[0]) {
    // Changed in a copy: the bytes are the caller's.
    const begin = Buffer.from(kept[0].subarray(0, chunkHead + 1))
    begin[chunkHead] = (begin[chunkHead] ?? 0) | xmpFlag
    kept.splice(0, 1, begin, kept[0].subarray(begin.length))
  }
  const packets = theirs.map((chunk) => chunk.content)
  const end = webpChunk('XMP ', mergedPacket(packets, content))
  const riff = Buffer.from(file.subarray(0, firstChunk))
  riff.writeUInt32LE(4 + [head, ...kept, end].reduce((sum, { length }) => sum + length, 0), 4)
  return [riff, head, ...kept, end]
}
