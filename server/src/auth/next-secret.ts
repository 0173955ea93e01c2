import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const nextPath = (dataDir: string) => join(dataDir, 'secret.next')

/** The secret that takes the place of the one in the data folder; made where it is not there yet from a change that was cut. */
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

/** From now on it is the secret. */
export const takeNextSecret = (dataDir: string): Promise<void> => rename(nextPath(dataDir), join(dataDir, 'secret'))
