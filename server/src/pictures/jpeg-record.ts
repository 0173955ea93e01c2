import { type JpegSegment, jpegSegments } from '#domain/records/jpeg-segments.ts'
import { latin1 } from '#domain/records/text-bytes.ts'
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

const isExif = (data: Uint8Array) => latin1(data.subarray(0, 4)) === 'Exif'

/** The offset after the segments that readers expect first: JFIF's and Exif's. */
function afterFirstSegments(file: Uint8Array): number {
  let offset = startOfImage.length
  for (const { marker, data, end } of jpegSegments(file)) {
    if (end > file.length || !(marker === app0 || (marker === app1 && isExif(data)))) break
    offset = end
  }
  return offset
}

/** The segments with XMP before the first scan. Extended ones, which the main packet refers to, are none of them. */
const xmpSegments = (file: Uint8Array): JpegSegment[] =>
  jpegSegments(file)
    .filter(({ marker, data, end }) => marker === app1 && end <= file.length && startsWithXmp(data))
    .toArray()
const startsWithXmp = (data: Uint8Array) => namespace.equals(data.subarray(0, namespace.length))

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
    segments.map(({ data }) => data.subarray(namespace.length)),
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
