import { close as closeFile, createWriteStream, fstat, open as openFile } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'
import { BufferedFileReader } from './buffered-file-reader.ts'

/** A zip on the disk, of which single files are read. */
export type OpenZip = {
  /** Number of files the zip has, including those that are not kept; as far as its list was read. */
  readonly fileCount: number
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
  readonly maxEntries: number
  readonly maxEntryBytes: number
  /** Of all files together. */
  readonly mostBytes: number
  /** Names that it may contain; any other name has it refused. */
  readonly isKnown: (name: string) => boolean
}

/** The files that are remembered: only these take memory, however many the zip lists. */
export type KeptEntries = {
  readonly isKept: (name: string) => boolean
  /** `first`: reading the list ends with the first file that is kept. */
  readonly until: 'first' | 'end'
}

/** Files that macOS and Windows add to folders. */
const addedNames: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** Whether an entry is no file of a person: a folder, or what a system adds when it packs one again. It is never unpacked. */
function isOfSystem(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return last === '' || name.startsWith('__MACOSX/') || last.startsWith('._') || addedNames.has(last)
}

/** The folder around all files, with its slash, as systems add it when they pack a folder; empty where the first file needs none. */
const outerFolder = (first: string, { isKnown }: ZipBounds): string =>
  isKnown(first) ? '' : first.slice(0, first.indexOf('/') + 1)

const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }

/** Rejects where the file cannot be opened or is no zip. */
async function open(path: string): Promise<ZipFile> {
  const fd = await promisify(openFile)(path, 'r')
  try {
    const { size } = await promisify(fstat)(fd)
    return await yauzl.fromRandomAccessReaderPromise(new BufferedFileReader(fd), size, options)
  } catch (error) {
    await promisify(closeFile)(fd)
    throw error
  }
}

type Named = { readonly entry: Entry; readonly name: string }

/** Why an entry is refused; null where it is accepted. */
function faultOf({ entry, name }: Named, kept: ReadonlyMap<string, Entry>, bounds: ZipBounds): string | null {
  if (!bounds.isKnown(name)) return `The file holds ${JSON.stringify(entry.fileName)}, which belongs to no project.`
  if (kept.has(name)) return `The file holds ${entry.fileName} twice.`
  if (!entry.canDecodeFileData()) return `${entry.fileName} is packed in a way that is not read here.`
  if (entry.uncompressedSize > bounds.maxEntryBytes) return `${entry.fileName} is too large.`
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
  const opened = await open(path).catch(() => null)
  if (!opened) return failure(invalidFile('This is no exported project: the file can not be read as a zip.'))
  const zip = opened
  const refuse = (message: string) => {
    zip.close()
    return failure(invalidFile(message))
  }
  if (zip.entryCount > bounds.maxEntries) return refuse('The file holds too many files.')
  const kept = new Map<string, Entry>()
  let fileCount = 0
  let outer = ''
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (isOfSystem(entry.fileName)) continue
      if (fileCount === 0) outer = outerFolder(entry.fileName, bounds)
      fileCount += 1
      const name = entry.fileName.startsWith(outer) ? entry.fileName.slice(outer.length) : entry.fileName
      const fault = faultOf({ entry, name }, kept, bounds)
      if (fault) return refuse(fault)
      bytes += entry.uncompressedSize
      if (bytes > bounds.mostBytes) return refuse('The file unfolds to more than is taken here.')
      if (!isKept(name)) continue
      kept.set(name, entry)
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
    fileCount,
    sizeOf: (name) => kept.get(name)?.uncompressedSize ?? null,
    stream,
    extract: async (name, to) => pipeline(await stream(name), createWriteStream(to, { mode: 0o600 })),
    close: () => zip.close(),
  })
}
