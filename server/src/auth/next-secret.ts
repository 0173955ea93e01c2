import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const nextPath = (dataDir: string) => join(dataDir, 'secret.next')

/** Reads the secret that will replace the one in the data folder; creates it unless an interrupted change has left one. */
export async function readOrMakeNextSecret(dataDir: string): Promise<string> {
  await writeFile(nextPath(dataDir), randomBytes(32).toString('base64url'), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(nextPath(dataDir), 'utf8')).trim()
}

/** Makes the next secret the current one. */
export const activateNextSecret = (dataDir: string): Promise<void> => rename(nextPath(dataDir), join(dataDir, 'secret'))
