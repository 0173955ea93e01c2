import { pngChunk } from '../../operations/png-chunk.ts'
import { isJpeg } from '../jpeg-record.ts'
import { isPng } from '../png-record.ts'
import { isWebp, webpChunk } from '../webp-record.ts'

/** The formats that a manifest is written into. */
export type SignedFormat = 'png' | 'jpeg' | 'webp'

/** Names the format of a file; null where no manifest is written into it. A WebP must be extended (RFC 9649, 2.7). */
export function signedFormat(bytes: Uint8Array): SignedFormat | null {
  if (isPng(bytes)) return bytes.length > afterHead ? 'png' : null
  if (isJpeg(bytes)) return 'jpeg'
  return isWebp(bytes) && Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8X' ? 'webp' : null
}

/** The signature of a PNG and its first chunk, which must be IHDR: 8 + 4 + 4 + 13 + 4 bytes. */
const afterHead = 33
/** The marker of a JPEG's start. */
const afterMarker = 2

/** Where the manifest stands: where the library of the Content Authenticity Initiative writes it. @param byteSize Of the file. */
export const manifestStart = (format: SignedFormat, byteSize: number): number =>
  ({ png: afterHead, jpeg: afterMarker, webp: byteSize })[format]

/** The most bytes of a box in a segment of a JPEG: its length has 16 bits, counts itself, and eight bytes name the box. */
const maxInSegment = 0xffff - 2 - 8
/** The length and the type of a box, which each segment repeats. */
const boxHead = 8

/** The segments APP11 of a box (ISO 19566-5, D.2; C2PA Technical Specification 2.2, A.3.1). */
function jpegSegments(store: Buffer): Buffer {
  const room = maxInSegment - boxHead
  const count = Math.ceil((store.length - boxHead) / room)
  const segments = Array.from({ length: count }, (_, place) => {
    const content = store.subarray(boxHead + place * room, boxHead + (place + 1) * room)
    const head = Buffer.from([0xff, 0xeb, 0, 0, 0x4a, 0x50, 0, 1, 0, 0, 0, 0])
    head.writeUInt16BE(head.length - 2 + boxHead + content.length, 2)
    head.writeUInt32BE(place + 1, 8)
    return Buffer.concat([head, store.subarray(0, boxHead), content])
  })
  return Buffer.concat(segments)
}

/** The bytes that a manifest store takes in a file: a chunk, or segments (C2PA Technical Specification 2.2, A.3). */
export function frameManifest(format: SignedFormat, store: Buffer): Buffer {
  if (format === 'png') return pngChunk('caBX', store)
  return format === 'jpeg' ? jpegSegments(store) : webpChunk('C2PA', store)
}
