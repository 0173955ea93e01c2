import { access, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'
import { clearAbandonedFiles, temporaryFilesOf } from './temporary-files.ts'

const space = createAdmission({ total: 100, perOwner: 60 })
const files = temporaryFilesOf(space, 'ada')

it('a temporary file is removed after its work, also where that failed, and its room is free again', async () => {
  let lent = ''
  const broken = files.with(async ({ path, grow }) => {
    lent = path
    expect(grow(50)).toBe(true)
    await writeFile(path, 'half')
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  await expect(access(lent)).rejects.toThrow()
  expect(space.held()).toBe(0)
})

it('temporary files of one owner grow to their share, and of all owners to the whole room', async () => {
  await files.with(async (hers) => {
    expect([hers.grow(60), hers.grow(1)]).toEqual([true, false])
    await temporaryFilesOf(space, 'bob').with(async (his) => expect([his.grow(40), his.grow(1)]).toEqual([true, false]))
  })
})

it('an opened temporary file stays until it is closed', async () => {
  const file = files.open()
  file.grow(10)
  await writeFile(file.path, 'whole')
  await access(file.path)
  await file.close()
  await file.close()
  await expect(access(file.path)).rejects.toThrow()
  expect(space.held()).toBe(0)
})

it('files left by a killed process are removed, but no file of another user or possibly in use', async () => {
  const ours = await files.with(async ({ path }) => basename(path))
  const folder = await mkdtemp(join(tmpdir(), 'espalier-left-'))
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of [ours, `${ours}-new`, 'other']) await writeFile(join(folder, name), 'x')
  for (const name of [ours, 'other']) await utimes(join(folder, name), longAgo, longAgo)
  await clearAbandonedFiles(folder)
  expect((await readdir(folder)).sort()).toEqual([`${ours}-new`, 'other'].sort())
  await rm(folder, { recursive: true })
})
