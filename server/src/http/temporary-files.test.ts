import { access, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { clearAbandonedFiles, withTemporaryFile } from './temporary-files.ts'

it('a temporary file is gone after its request, whatever became of that', async () => {
  let lent = ''
  const broken = withTemporaryFile(async (path) => {
    lent = path
    await writeFile(path, 'half')
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  await expect(access(lent)).rejects.toThrow()
})

it('what a killed process has left goes, and nothing that is somebody else’s or may be in use', async () => {
  const ours = await withTemporaryFile(async (path) => basename(path))
  const folder = await mkdtemp(join(tmpdir(), 'espalier-left-'))
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of [ours, `${ours}-new`, 'other']) await writeFile(join(folder, name), 'x')
  for (const name of [ours, 'other']) await utimes(join(folder, name), longAgo, longAgo)
  await clearAbandonedFiles(folder)
  expect((await readdir(folder)).sort()).toEqual([`${ours}-new`, 'other'].sort())
  await rm(folder, { recursive: true })
})
