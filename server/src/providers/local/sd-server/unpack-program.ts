import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

export const programName = 'sd-server'
/** The published zips unpack to about 100 MB. */
const mostBytes = 2_000_000_000
const linkMode = 0o120000

const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === linkMode

/** Writes every file of a zip flat into a folder: the published ones lie side by side, or in one folder. */
async function unpackInto(zip: string, folder: string): Promise<void> {
  const archive = await open(zip, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  })
  try {
    let bytes = 0
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      bytes += entry.uncompressedSize
      if (bytes > mostBytes) throw new Error('The archive is too large.')
      const to = join(folder, basename(entry.fileName))
      const content = await archive.openReadStreamPromise(entry)
      // A library's other name: it leads to a file beside it, and nowhere else.
      if (isLink(entry)) await symlink(basename(await text(content)), to)
      else {
        await pipeline(content, createWriteStream(to, { mode: 0o600 }))
        // The execute bit is not in every zip.
        await chmod(to, 0o700)
      }
    }
  } finally {
    archive.close()
  }
}

/**
 * Unpacks the program of a zip whose hash was checked, unless it is there. Several processes may do so at once: the first one counts.
 * @param zip In a folder named after its hash. @param folder Holds a folder for each program.
 * @returns The program's path. @throws where the zip has no such program, or the disk is full.
 */
export async function unpackProgram(zip: string, folder: string): Promise<string> {
  const target = join(folder, `${programName}-${basename(dirname(zip)).slice(0, 16)}`)
  const program = join(target, programName)
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'draft-'))
  try {
    await unpackInto(zip, draft)
    if (!(await readdir(draft)).includes(programName)) throw new Error(`The archive has no ${programName}.`)
    // Complete, or not there.
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(program)) throw error
    })
    return program
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
