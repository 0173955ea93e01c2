import { pngChunks, pngSignature } from './png-chunks.ts'
import { latin1 } from './text-bytes.ts'

/** The prefix of Exif in a JPEG, and in some WebP files. */
const head = 'Exif\0\0'
const startOfScan = 0xda
const app1 = 0xe1

const withoutHead = (data: Uint8Array) =>
  latin1(data.subarray(0, head.length)) === head ? data.subarray(head.length) : data

/** The segments of a JPEG before its pixels. */
function inJpeg(bytes: Uint8Array): Uint8Array | null {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== startOfScan; ) {
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    const data = bytes.subarray(at + 4, at + 2 + length)
    if (bytes[at + 1] === app1 && latin1(data.subarray(0, head.length)) === head) return withoutHead(data)
    at += 2 + length
  }
  return null
}

/** The chunks of a RIFF file have an even length, padded with a zero byte. */
function inWebp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (latin1(bytes.subarray(at, at + 4)) === 'EXIF') return withoutHead(bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  return null
}

function inPng(bytes: Uint8Array): Uint8Array | null {
  for (const { type, data } of pngChunks(bytes)) if (type === 'eXIf') return withoutHead(data)
  return null
}

/** The Exif data of a JPEG, WebP or PNG from its TIFF header on; null where there is none. */
export function exifData(bytes: Uint8Array): Uint8Array | null {
  if (latin1(bytes.subarray(0, 8)) === pngSignature) return inPng(bytes)
  if (latin1(bytes.subarray(0, 2)) === '\xff\xd8') return inJpeg(bytes)
  const isWebp = latin1(bytes.subarray(0, 4)) === 'RIFF' && latin1(bytes.subarray(8, 12)) === 'WEBP'
  return isWebp ? inWebp(bytes) : null
}
