import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Storage, StoredFile } from './storage.ts'
import { checkedKey } from './storage-key.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A put takes seconds at most; a draft that is an hour old was left by a killed process. */
const abandonedAfterMs = 3_600_000

async function clearAbandonedDrafts(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

/** Every file below the root except drafts. Files that are removed meanwhile are left out. */
async function* listFiles(root: string, drafts: string): AsyncGenerator<StoredFile> {
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(drafts + sep)) continue
    try {
      const { size, mtime } = await stat(path)
      yield { key: relative(root, path).replaceAll(sep, '/'), byteSize: size, changedAt: mtime }
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

/** Files below one folder. A put writes beside the target, flushes, renames and flushes the folder. */
export async function openDiskStorage(root: string): Promise<Storage> {
  const drafts = join(root, 'tmp')
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  await clearAbandonedDrafts(drafts)
  const knownFolders = new Set<string>()

  const pathOf = (key: string) => join(root, checkedKey(key))

  async function ensureFolder(folder: string): Promise<void> {
    if (folder === root || knownFolders.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (let made = folder; made !== root; made = dirname(made)) await syncFolder(dirname(made))
    knownFolders.add(folder)
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const draft = join(drafts, randomUUID())
      await ensureFolder(dirname(path))
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    async copy(from, to) {
      const path = pathOf(to)
      const draft = join(drafts, randomUUID())
      await ensureFolder(dirname(path))
      try {
        // Links the file under another name, where the file system supports it: files are replaced, never changed.
        await link(pathOf(from), draft).catch((error: unknown) => {
          if (isMissing(error)) throw error
          return copyFile(pathOf(from), draft)
        })
        const handle = await open(draft, 'r')
        await handle.sync().finally(() => handle.close())
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
      await syncFolder(dirname(path))
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => listFiles(root, drafts),
    close() {},
  }
}
