import { copyFile, readFile, stat, truncate } from 'node:fs/promises'

const LARGEST_BYTES = 8_000_000

/** Rotates PostgreSQL's log: the log and one older part, each at most about 8 MB. PostgreSQL opens it for appending, so it needs no restart. */
export async function boundLogFile(path: string, largestBytes = LARGEST_BYTES): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null || found.size <= largestBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

/** The last lines, for the error where PostgreSQL does not start. */
export async function lastLines(path: string, count = 10): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
