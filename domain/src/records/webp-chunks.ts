import { maxParts } from './file-parts.ts'
import { latin1 } from './text-bytes.ts'

/** The name, the size and the form of a WebP; its first chunk follows (RFC 9649, 2.4). */
export const webpHead = 12
const chunkHead = 8

/** A chunk of a WebP: the bytes from `start` to `end` of the file; `end` is beyond the file where it is truncated. */
export type WebpChunk = {
  readonly name: string
  /** Bytes of its content, as its head says. */
  readonly size: number
  readonly content: Uint8Array
  readonly start: number
  readonly end: number
}

/** Where a WebP ends: behind the size that its head says, or with the file where that is shorter. */
export function webpEnd(bytes: Uint8Array): number {
  if (bytes.length < webpHead) return bytes.length
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Math.min(bytes.length, chunkHead + view.getUint32(4, true))
}

/** Reads the chunks of a WebP in their order up to its end; of more than `maxParts` the first ones (RFC 9649, 2.3: each is padded to an even length). */
export function* webpChunks(bytes: Uint8Array): Generator<WebpChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = webpEnd(bytes)
  let start = webpHead
  for (let count = 0; count < maxParts && start + chunkHead <= last; count++) {
    const size = view.getUint32(start + 4, true)
    const end = start + chunkHead + size + (size % 2)
    const content = bytes.subarray(start + chunkHead, Math.min(start + chunkHead + size, last))
    yield { name: latin1(bytes.subarray(start, start + 4)), size, content, start, end }
    start = end
  }
}
