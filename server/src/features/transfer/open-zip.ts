import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '../refusal.ts'

/** A zip on the disk, of which single files are read. */
export type OpenZip = {
  /** How many files the zip lists, including those that are not kept. */
  readonly entryCount: number
  /** The size of a kept file as the zip states it; null where there is none of this name. */
  sizeOf(name: string): number | null
  /** The file as a stream; it fails where it is broken or longer than the zip says. */
  stream(name: string): Promise<Readable>
  /** Writes the file to a path. Fails as the stream does. */
  extract(name: string, path: string): Promise<void>
  close(): void
}

/** The bounds of a zip: a bomb is small itself, so the stated uncompressed size counts, and reading enforces it. */
export type ZipBounds = {
  readonly mostEntries: number
  readonly mostEntryBytes: number
  /** Of all files together. */
  readonly mostBytes: number
  /** Names that it may contain; any other name has it refused. */
  readonly isKnown: (name: string) => boolean
}

/** Which files are remembered: only these take memory, however many the zip lists. */
export type KeptEntries = {
  readonly isKept: (name: string) => boolean
  /** `first`: reading the list ends with the first file that is kept. */
  readonly until: 'first' | 'end'
}

const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

/** Why an entry is refused; null where it is accepted. */
function faultOf(entry: Entry, kept: ReadonlyMap<string, Entry>, bounds: ZipBounds): string | null {
  if (!bounds.isKnown(entry.fileName))
    return `The file holds ${JSON.stringify(entry.fileName)}, which belongs to no project.`
  if (kept.has(entry.fileName)) return `The file holds ${entry.fileName} twice.`
  if (!entry.canDecodeFileData()) return `${entry.fileName} is packed in a way that is not read here.`
  if (entry.uncompressedSize > bounds.mostEntryBytes) return `${entry.fileName} is too large.`
  return null
}

/**
 * Opens a zip from outside. Its list is read and checked before anything of it is unpacked: how many files, how large, and that
 * no name leads elsewhere (the library refuses `..`, absolute names and backslashes).
 */
export async function openZip(
  path: string,
  bounds: ZipBounds,
  { isKept, until }: KeptEntries,
): Promise<Result<OpenZip, Refusal>> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  const opened = await open(path, options).catch(() => null)
  if (!opened) return failure(invalidFile('This is no exported project: the file can not be read as a zip.'))
  const zip = opened
  const refuse = (message: string) => {
    zip.close()
    return failure(invalidFile(message))
  }
  if (zip.entryCount > bounds.mostEntries) return refuse('The file holds too many files.')
  const kept = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const fault = faultOf(entry, kept, bounds)
      if (fault) return refuse(fault)
      bytes += entry.uncompressedSize
      if (bytes > bounds.mostBytes) return refuse('The file unfolds to more than is taken here.')
      if (!isKept(entry.fileName)) continue
      kept.set(entry.fileName, entry)
      if (until === 'first') break
    }
  } catch {
    return refuse('This is no exported project: the zip is broken.')
  }
  async function stream(name: string): Promise<Readable> {
    const entry = kept.get(name)
    if (!entry) throw new Error(`The zip holds no ${name}.`)
    return zip.openReadStreamPromise(entry)
  }
  return success({
    entryCount: zip.entryCount,
    sizeOf: (name) => kept.get(name)?.uncompressedSize ?? null,
    stream,
    extract: async (name, to) => pipeline(await stream(name), createWriteStream(to, { mode: 0o600 })),
    close: () => zip.close(),
  })
}
