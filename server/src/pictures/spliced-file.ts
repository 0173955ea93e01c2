import { finished, Readable } from 'node:stream'
import type { ByteRange } from '../storage/storage.ts'
import type { Insertion } from './credentials/file-signer.ts'

/** A file that can be read in parts. */
type ReadableFile = { readonly byteSize: number; read(range?: ByteRange): Readable }

type Part = { readonly length: number; content(range: ByteRange): Uint8Array | Readable }

/** The parts of a file with an insertion, in their order. */
const partsOf = ({ byteSize, read }: ReadableFile, { at, bytes }: Insertion): readonly Part[] => [
  { length: at, content: (range) => read(range) },
  { length: bytes.length, content: ({ start, end }) => bytes.subarray(start, end + 1) },
  { length: byteSize - at, content: ({ start, end }) => read({ start: start + at, end: end + at }) },
]

/** The parts that have to be read for a range, part by part; a part is opened when it is asked for. */
function* contentOf(parts: readonly Part[], range: ByteRange): Generator<Uint8Array | Readable> {
  let before = 0
  for (const { length, content } of parts) {
    const start = Math.max(range.start - before, 0)
    const end = Math.min(range.end - before, length - 1)
    if (start <= end) yield content({ start, end })
    before += length
  }
}

/** Joins contents to one stream. Passes chunks on as they come: an asynchronous generator costs twice the time of a download. */
function joinedStream(contents: Iterator<Uint8Array | Readable>): Readable {
  let current: Readable | null = null
  return new Readable({
    read() {
      if (current) return void current.resume()
      const next = contents.next()
      if (next.done) return void this.push(null)
      if (next.value instanceof Uint8Array) return void this.push(next.value)
      const opened = next.value
      current = opened
      opened.on('data', (chunk: Buffer) => {
        if (!this.push(chunk)) opened.pause()
      })
      // Reports a stream that closes before its end as an error, too.
      finished(opened, (error) => {
        if (error) return void this.destroy(error)
        current = null
        this._read(0)
      })
    },
    destroy(error, end) {
      current?.destroy()
      end(error)
    },
  })
}

/** A file with bytes inserted, streamed: the file itself is read only where a range needs it. */
export function splicedFile(file: ReadableFile, insertion: Insertion): ReadableFile {
  const byteSize = file.byteSize + insertion.bytes.length
  const parts = partsOf(file, insertion)
  return {
    byteSize,
    read: (range = { start: 0, end: byteSize - 1 }) => joinedStream(contentOf(parts, range)),
  }
}
