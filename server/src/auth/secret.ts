import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the secret that signs sessions; creates it on the first start, readable for its owner alone. Two concurrent
 * first starts agree on one.
 */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  const draft = join(dataDir, `secret.${process.pid}`)
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  // A hard link fails where the file exists already, and is complete where it succeeds.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(path, 'utf8')).trim()
}
