import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** The layout of a backup folder: `manifest.json` is written last, so a backup without one is incomplete. */
const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The release that wrote it: see `listMigrations`. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string() }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string(), called: z.boolean() })),
  files: z.strictObject({ count: z.int(), bytes: z.int(), missing: z.array(z.string()), sha256: z.string() }),
})
export type Manifest = z.infer<typeof Manifest>

const manifestPath = (folder: string) => join(folder, 'manifest.json')
export const tablePath = (folder: string, name: string) => join(folder, 'database', `${name}.copy`)
/** A line for each file: SHA-256, size in bytes, key. */
export const fileListPath = (folder: string) => join(folder, 'files.txt')
export const filesPath = (folder: string) => join(folder, 'files')

/** Writes a file atomically, also across a power cut. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = `${manifestPath(folder)}.draft`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, manifestPath(folder))
}

/** Null where there is none: the backup was interrupted, or the folder contains none. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(manifestPath(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : Manifest.parse(JSON.parse(text))
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
