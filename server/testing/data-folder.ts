import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of Linux whose files are in memory. */
const inMemory = '/dev/shm'
/** What the tests of both workers, and a few that were killed before they removed theirs, need at most. */
const neededBytes = 4e9

/**
 * Makes an empty folder for the data of tests: in memory where there is room for it, else among the temporary files.
 * There a database is cloned and dropped in a tenth of the time. What was written survives kill -9 in both.
 * @param name What the folder is for, a part of its name.
 */
export async function makeDataFolder(name: string): Promise<string> {
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return mkdtemp(join(free >= neededBytes ? inMemory : tmpdir(), `espalier-${name}-`))
}
