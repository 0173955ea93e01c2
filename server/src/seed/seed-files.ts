import { copyFile, link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes files of a storage below its folder without waiting for the disk: seeded pictures may be lost in a power cut, and the
 * seeding is then repeated.
 */
export function openSeedFiles(root: string) {
  const known = new Set<string>()
  const first = new Map<Buffer, string>()

  async function pathOf(key: string): Promise<string> {
    const path = join(root, key)
    const folder = dirname(path)
    if (!known.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      known.add(folder)
    }
    return path
  }

  return {
    async write(key: string, bytes: Buffer): Promise<void> {
      await writeFile(await pathOf(key), bytes, { mode: 0o600 })
    },

    /**
     * The same bytes again are another name of the same file, where the disk knows that: no file of ours is ever changed,
     * and removing one leaves the other.
     */
    async writeOrLink(key: string, bytes: Buffer): Promise<void> {
      const path = await pathOf(key)
      const existing = first.get(bytes)
      if (existing === undefined) {
        await writeFile(path, bytes, { mode: 0o600 })
        first.set(bytes, path)
        return
      }
      // A file system allows so many names of a file; then the next copy is the one that is named.
      await link(existing, path).catch(async () => {
        await copyFile(existing, path)
        first.set(bytes, path)
      })
    },
  }
}
