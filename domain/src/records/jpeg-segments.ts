import { maxParts } from './file-parts.ts'

/** The marker of the first scan, behind which the pixels stand (ITU-T T.81, B.1.1.3). */
const startOfScan = 0xda
const firstSegment = 2

/** A segment of a JPEG: the bytes from `start` to `end` of the file, marker and length included; `end` is beyond the file where it is truncated. */
export type JpegSegment = {
  readonly marker: number
  readonly data: Uint8Array
  readonly start: number
  readonly end: number
}

/** Reads the segments of a JPEG before its first scan, in their order; of more than `maxParts` the first ones. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  let start = firstSegment
  for (let count = 0; count < maxParts && start + 4 <= bytes.length && bytes[start] === 0xff; count++) {
    const marker = bytes[start + 1] ?? 0
    const length = (bytes[start + 2] ?? 0) * 256 + (bytes[start + 3] ?? 0)
    // A length counts itself.
    if (marker === startOfScan || length < 2) return
    const end = start + 2 + length
    yield { marker, data: bytes.subarray(start + 4, end), start, end }
    start = end
  }
}
