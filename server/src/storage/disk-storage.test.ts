import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeStorage } from '#server-testing/storage-suite.ts'
import { openDiskStorage } from './disk-storage.ts'

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describeStorage('disk', async () => openDiskStorage(await freshFolder()))

describe('disk storage', () => {
  it('removes old drafts of killed processes, and no draft that another process may be writing', async () => {
    const root = await freshFolder()
    await openDiskStorage(root)
    await writeFile(join(root, 'tmp', 'old'), 'half a picture')
    await utimes(join(root, 'tmp', 'old'), new Date('2026-01-01'), new Date('2026-01-01'))
    await writeFile(join(root, 'tmp', 'young'), 'half a picture')
    await openDiskStorage(root)
    expect(await readdir(join(root, 'tmp'))).toEqual(['young'])
  })

  it('leaves no draft behind when a write fails', async () => {
    const root = await freshFolder()
    const storage = await openDiskStorage(root)
    await storage.put('images', Uint8Array.of(1))
    await expect(storage.put('images/one', Uint8Array.of(1))).rejects.toThrow()
    expect(await readdir(join(root, 'tmp'))).toEqual([])
  })
})
