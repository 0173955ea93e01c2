import { Readable } from 'node:stream'
import type { ByteRange } from '../storage/storage.ts'
import type { Insertion } from './credentials/file-signer.ts'

/** A file that can be read in parts. */
type ReadableFile = { readonly byteSize: number; read(range?: ByteRange): Readable }

type Part = { readonly length: number; content(range: ByteRange): AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/** The parts of a file with an insertion, in their order. */
const partsOf = ({ byteSize, read }: ReadableFile, { at, bytes }: Insertion): readonly Part[] => [
  { length: at, content: read },
  { length: bytes.length, content: ({ start, end }) => [bytes.subarray(start, end + 1)] },
  { length: byteSize - at, content: ({ start, end }) => read({ start: start + at, end: end + at }) },
]

async function* contentOf(parts: readonly Part[], range: ByteRange): AsyncGenerator<Uint8Array> {
  let before = 0
  for (const { length, content } of parts) {
    const start = Math.max(range.start - before, 0)
    const end = Math.min(range.end - before, length - 1)
    if (start <= end) yield* content({ start, end })
    before += length
  }
}

/** A file with bytes inserted, streamed: the file itself is read only where a range needs it. */
export function splicedFile(file: ReadableFile, insertion: Insertion): ReadableFile {
  const byteSize = file.byteSize + insertion.bytes.length
  const parts = partsOf(file, insertion)
  return {
    byteSize,
    read: (range = { start: 0, end: byteSize - 1 }) => Readable.from(contentOf(parts, range), { objectMode: false }),
  }
}
