import { close, createReadStream, open, read } from 'node:fs'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'

/** The names of a block take some milliseconds to check; between blocks the process attends to others. Bytes. */
const blockBytes = 65_536

type Range = { readonly start: number; readonly length: number }
type Block = { readonly start: number; readonly bytes: Buffer }

/**
 * Reads an open file for yauzl, block by block: by itself it reads each name of a zip's list twice from the disk, which
 * took 100 s of work for 800,000 names.
 */
export class BufferedFileReader extends yauzl.RandomAccessReader {
  readonly #fd: number
  #last: Block = { start: 0, bytes: Buffer.alloc(0) }

  /** @param fd Closed with the last reader of the zip. */
  constructor(fd: number) {
    super()
    this.#fd = fd
  }

  override read(...[into, offset, length, position, callback]: Parameters<yauzl.RandomAccessReader['read']>): void {
    const range = { start: position, length }
    const copyFrom = ({ start, bytes }: Block) => bytes.copy(into, offset, position - start, position - start + length)
    if (holds(this.#last, range)) {
      copyFrom(this.#last)
      process.nextTick(callback, null)
      return
    }
    // A buffer of its own: several pictures of a zip are read at once.
    readFrom(this.#fd, { start: position, length: Math.max(length, blockBytes) }).then(
      (block) => {
        if (!holds(block, range)) return callback(new Error('The file ends within what is read.'))
        this.#last = block
        copyFrom(block)
        callback(null)
      },
      (error: Error) => callback(error),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream('', { fd: this.#fd, start, end: end - 1, fs: withoutClosing })
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#fd, callback)
  }
}

/** Other streams read from the file after one has ended or was destroyed. */
const withoutClosing = { open, read, close: (_fd: number, done: (error: null) => void) => done(null) }

/** Whether a block has all bytes of a range. */
const holds = ({ start, bytes }: Block, range: Range): boolean =>
  range.start >= start && range.start + range.length <= start + bytes.length

/** Reads a range, or less where the file ends. */
async function readFrom(fd: number, { start, length }: Range): Promise<Block> {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = await new Promise<number>((resolve, reject) =>
      read(fd, bytes, done, length - done, start + done, (error, read) => (error ? reject(error) : resolve(read))),
    )
    if (count === 0) break
    done += count
  }
  return { start, bytes: bytes.subarray(0, done) }
}
