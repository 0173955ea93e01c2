import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '../refusal.ts'

/** A zip that lies on the disk, of which single files are read. */
export type OpenZip = {
  /** Whether there is a file of this name. */
  has(name: string): boolean
  /** The whole file; never longer than `mostEntryBytes`. Fails where it is broken or longer than the zip says. */
  read(name: string): Promise<Buffer>
  close(): void
}

/** What a zip may hold: a bomb is small itself, so what counts is what it says it unfolds to, and reading checks that. */
export type ZipBounds = {
  readonly mostEntries: number
  readonly mostEntryBytes: number
  /** Of all files together. */
  readonly mostBytes: number
  /** Names that it may hold; one other name, and it is refused. */
  readonly isKnown: (name: string) => boolean
}

const refusal = (message: string): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: ['file'], message }] },
})
const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

/** Why an entry is not taken; null where it is. */
function faultOf(entry: Entry, known: ReadonlyMap<string, Entry>, bounds: ZipBounds): string | null {
  if (!bounds.isKnown(entry.fileName))
    return `The file holds ${JSON.stringify(entry.fileName)}, which belongs to no project.`
  if (known.has(entry.fileName)) return `The file holds ${entry.fileName} twice.`
  if (!entry.canDecodeFileData()) return `${entry.fileName} is packed in a way that is not read here.`
  if (entry.uncompressedSize > bounds.mostEntryBytes) return `${entry.fileName} is too large.`
  return null
}

/**
 * Opens a zip from outside. Its list is read and checked before anything of it is unpacked: how many files, how large, and
 * that none has a name that leads elsewhere (the library refuses `..`, absolute names and backslashes).
 */
export async function openZip(path: string, bounds: ZipBounds): Promise<Result<OpenZip, Refusal>> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  const zip = await open(path, options).catch(() => null)
  if (!zip) return failure(refusal('This is no exported project: the file can not be read as a zip.'))
  const refuse = (message: string) => {
    zip.close()
    return failure(refusal(message))
  }
  if (zip.entryCount > bounds.mostEntries) return refuse('The file holds too many files.')
  const entries = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const fault = faultOf(entry, entries, bounds)
      if (fault) return refuse(fault)
      bytes += entry.uncompressedSize
      if (bytes > bounds.mostBytes) return refuse('The file unfolds to more than is taken here.')
      entries.set(entry.fileName, entry)
    }
  } catch {
    return refuse('This is no exported project: the zip is broken.')
  }
  return success({
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name)
      if (!entry) throw new Error(`The zip holds no ${name}.`)
      return buffer(await zip.openReadStreamPromise(entry))
    },
    close: () => zip.close(),
  })
}
