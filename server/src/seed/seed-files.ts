import { copyFile, link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes files of a storage below its folder without waiting for the disk: seeded pictures may be lost in a power cut,
 * and the seeding is then repeated.
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
     * Stores equal bytes as a hard link, where the disk supports that: files are never changed, and removing one leaves
     * the other.
     */
    async writeOrLink(key: string, bytes: Buffer): Promise<void> {
      const path = await pathOf(key)
      const existing = first.get(bytes)
      if (existing === undefined) {
        await writeFile(path, bytes, { mode: 0o600 })
        first.set(bytes, path)
        return
      }
      // A file system limits the links of a file; then the next copy becomes the one that is linked.
      await link(existing, path).catch(async () => {
        await copyFile(existing, path)
        first.set(bytes, path)
      })
    },
  }
}
