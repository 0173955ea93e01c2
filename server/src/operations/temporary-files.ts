import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Admission, AdmissionRefused } from './admission.ts'

const prefix = 'espalier-request-'
/** No request pauses its writes for so long; a file that was last written to before was left by a killed process. */
const abandonedAfterMs = 6 * 3_600_000

/** A path in the folder for temporary files, and its bytes as they are counted. */
export type TemporaryFile = {
  readonly path: string
  /** Counts bytes before they are written; false where there is no room for them. */
  grow(bytes: number): boolean
}

/** A file that exists until it is closed. */
export type OpenTemporaryFile = TemporaryFile & {
  /** Removes the file and releases its space; a second call does nothing. */
  close(): Promise<void>
}

export type TemporaryFiles = {
  /** @throws AdmissionRefused where the owner, or all owners together, have no space left at all. */
  open(): OpenTemporaryFile
  /** A file for the duration of the work. */
  with<Value>(work: (file: TemporaryFile) => Promise<Value>): Promise<Value>
}

/**
 * Temporary files of one owner.
 * @param space Room on the disk, in bytes.
 */
export function temporaryFilesOf(space: Admission, owner: string): TemporaryFiles {
  function open(): OpenTemporaryFile {
    const place = space.tryTake({ owner, weight: 0 })
    if (!place) throw new AdmissionRefused('total')
    const path = join(tmpdir(), prefix + randomUUID())
    return {
      path,
      grow: place.grow,
      async close() {
        await rm(path, { force: true })
        place.release()
      },
    }
  }
  return {
    open,
    async with(work) {
      const file = open()
      try {
        return await work(file)
      } finally {
        await file.close()
      }
    },
  }
}

/** Removes files that killed processes have left in the folder, and no file of another user or possibly in use. */
export async function clearAbandonedFiles(folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    try {
      if (Date.now() - (await stat(path)).mtimeMs > abandonedAfterMs) await rm(path, { force: true })
    } catch {
      // Another user's, or gone by now.
    }
  }
}
