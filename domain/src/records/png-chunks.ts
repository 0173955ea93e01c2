import { maxParts } from './file-parts.ts'
import { latin1 } from './text-bytes.ts'

export const pngSignature = '\x89PNG\r\n\x1a\n'
/** The end of the signature and the IHDR chunk, which must come first: 8 + 4 + 4 + 13 + 4 bytes. */
export const pngHeadEnd = 33

/** A chunk of a PNG: the bytes from `start` to `end` of the file; `end` is beyond the file where it is truncated. */
export type PngChunk = {
  readonly type: string
  readonly data: Uint8Array
  readonly start: number
  readonly end: number
}

/** The bytes of a chunk beside its data: length, type and checksum (PNG, third edition, 5.3). */
const frameBytes = 12

/**
 * Reads the chunks of a PNG in their order up to its end, which IEND is, or as far as the file goes; of more than `maxParts` the first ones.
 * @param from Where the first one starts.
 */
export function* pngChunks(bytes: Uint8Array, from: number = pngSignature.length): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = from
  for (let count = 0; count < maxParts && start + frameBytes <= bytes.length; count++) {
    const end = start + frameBytes + view.getUint32(start)
    const type = latin1(bytes.subarray(start + 4, start + 8))
    yield { type, data: bytes.subarray(start + 8, end - 4), start, end }
    if (type === 'IEND') return
    start = end
  }
}
