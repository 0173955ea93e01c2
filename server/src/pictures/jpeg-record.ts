import { type XmpContent, xmpPacket } from '#domain/records/xmp-packet.ts'

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

/**
 * A JPEG with our XMP, in parts; its pixels are untouched. A record that is too long for a segment is left out, and the mark of its
 * origin stays.
 */
export function withJpegXmp(bytes: Uint8Array, content: XmpContent): readonly Uint8Array[] {
  const body = Buffer.concat([namespace, Buffer.from(xmpPacket(content))])
  if (body.length > longestSegment)
    return content.source === null ? [bytes] : withJpegXmp(bytes, { ...content, record: null })
  const head = Buffer.from([0xff, app1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  const at = afterFirstSegments(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return [bytes.subarray(0, at), head, body, bytes.subarray(at)]
}
