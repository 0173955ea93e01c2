import type { XmpContent } from '#domain/records/xmp-packet.ts'
import { mergedPacket } from './merged-packet.ts'

const startOfImage = Buffer.from([0xff, 0xd8])
const app0 = 0xe0
const app1 = 0xe1
/** The prefix of an APP1 segment that contains XMP (XMP specification, part 3, 1.1.3). */
const namespace = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
/** A segment's length has 16 bits and counts itself. */
const longestSegment = 0xffff - 2

export const isJpeg = (bytes: Uint8Array) => startOfImage.equals(bytes.subarray(0, 2))

/** The offset after the segments that readers expect first: JFIF's and Exif's. */
function afterFirstSegments(bytes: Buffer): number {
  let offset = startOfImage.length
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1]
    const isExif = marker === app1 && bytes.toString('latin1', offset + 4, offset + 8) === 'Exif'
    if (marker !== app0 && !isExif) break
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return offset
}

const startOfScan = 0xda

type Segment = { readonly start: number; readonly end: number; readonly content: Buffer }

/** The segments with XMP before the first scan. Extended ones, which the main packet refers to, are none of them. */
function xmpSegments(bytes: Buffer): Segment[] {
  const found: Segment[] = []
  for (let start = startOfImage.length; start + 4 <= bytes.length && bytes[start] === 0xff; ) {
    const marker = bytes[start + 1]
    const end = start + 2 + bytes.readUInt16BE(start + 2)
    if (marker === startOfScan || end > bytes.length) break
    const body = bytes.subarray(start + 4, end)
    if (marker === app1 && namespace.equals(body.subarray(0, namespace.length)))
      found.push({ start, end, content: body.subarray(namespace.length) })
    start = end
  }
  return found
}

/** The packets that may be written, the best first: a packet of another program that leaves no room for ours is replaced. */
function* packetsFor(found: readonly Uint8Array[], content: XmpContent): Generator<Buffer> {
  const { record, source } = content
  yield mergedPacket(found, content)
  if (record !== null) yield mergedPacket([], content)
  if (source === null) return
  yield mergedPacket(found, { record: null, source })
  yield mergedPacket([], { record: null, source })
}

/**
 * A JPEG with our XMP, in parts; its pixels are untouched. A record that is too long for a segment is left out, and the mark of its
 * origin stays.
 */
export function withJpegXmp(bytes: Uint8Array, content: XmpContent): readonly Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = xmpSegments(file)
  const fitting = packetsFor(
    segments.map(({ content: packet }) => packet),
    content,
  ).find(({ length }) => namespace.length + length <= longestSegment)
  if (!fitting) return [bytes]
  const head = Buffer.from([0xff, app1, 0, 0])
  head.writeUInt16BE(namespace.length + fitting.length + 2, 2)
  const at = afterFirstSegments(file)
  const kept: Uint8Array[] = []
  let from = at
  for (const { start, end } of segments) {
    kept.push(file.subarray(from, start))
    from = end
  }
  return [file.subarray(0, at), head, namespace, fitting, ...kept, file.subarray(from)]
}
