import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'espalier-request-'
/** No request takes as long; what was last written to before was left by a process that was killed. */
const abandonedAfterMs = 86_400_000

/** Lends a path in the folder for temporary files for as long as a request is answered. What lies there then is removed. */
export async function withTemporaryFile<Answer>(answer: (path: string) => Promise<Answer>): Promise<Answer> {
  const path = join(tmpdir(), prefix + randomUUID())
  try {
    return await answer(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Removes what killed processes have left in the folder, and nothing that is not ours, or may be in use. */
export async function clearAbandonedFiles(folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    try {
      if (Date.now() - (await stat(path)).mtimeMs > abandonedAfterMs) await rm(path, { force: true })
    } catch {
      // Somebody else's, or gone by now.
    }
  }
}
