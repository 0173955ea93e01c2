import { jpegSegments } from './jpeg-segments.ts'
import { pngChunks, pngSignature } from './png-chunks.ts'
import { latin1 } from './text-bytes.ts'
import { webpChunks } from './webp-chunks.ts'

/** The prefix of Exif in a JPEG, and in some WebP files. */
const head = 'Exif\0\0'
const app1 = 0xe1

const hasHead = (data: Uint8Array) => latin1(data.subarray(0, head.length)) === head
const withoutHead = (data: Uint8Array) => (hasHead(data) ? data.subarray(head.length) : data)

function inJpeg(bytes: Uint8Array): Uint8Array | null {
  for (const { marker, data } of jpegSegments(bytes)) if (marker === app1 && hasHead(data)) return withoutHead(data)
  return null
}

function inWebp(bytes: Uint8Array): Uint8Array | null {
  for (const { name, content } of webpChunks(bytes)) if (name === 'EXIF') return withoutHead(content)
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
