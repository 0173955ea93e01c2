import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contextAt, placeOf } from '#server-testing/admin-copies.ts'
import { makeThings } from '#server-testing/owned-things.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { originalKey, previewKey, sheetKey, thumbnailKey } from '../pictures/picture-keys.ts'
import { checkFiles } from './check-files.ts'

const running = withTestServer()
const context = () => contextAt(placeOf(running.server.testDatabase.connectionString, running.server.dataDir))
const tomorrow = () => Date.now() + 86_400_000 + 60_000
const bytes = Uint8Array.of(1, 2, 3)

describe('the check of the files', () => {
  it("finds nothing wrong with the server's own files, today or tomorrow", async () => {
    await makeThings(running.server, await signUp(running.server))
    for (const now of [Date.now(), tomorrow()]) {
      const { lines, outcome } = await checkFiles(context(), { sweep: 'leave', now })
      expect(lines.slice(1)).toEqual([
        '0 files (0 bytes) are named by no row and older than a day.',
        '0 files are missing that a row names.',
      ])
      expect(outcome).toBe('done')
    }
  })

  it('removes files that no row names, only when they are a day old, and no foreign files', async () => {
    const { storage } = running.server
    const id = randomUUID()
    const orphans = [originalKey(id, 1), thumbnailKey(id, 2, 64), previewKey(id, 1), sheetKey(id, 64)]
    const strangers = ['images/holiday', 'notes/list.txt']
    for (const key of [...orphans, ...strangers]) await storage.put(key, bytes)
    const sweep = (now: number) => checkFiles(context(), { sweep: 'sweep', now })
    expect((await sweep(Date.now())).lines[1]).toBe(
      '0 files (0 bytes) are named by no row and older than a day: 0 removed.',
    )
    expect((await checkFiles(context(), { sweep: 'leave', now: tomorrow() })).lines[1]).toBe(
      '4 files (12 bytes) are named by no row and older than a day.',
    )
    const { lines } = await sweep(tomorrow())
    expect(lines[1]).toBe('4 files (12 bytes) are named by no row and older than a day: 4 removed.')
    expect(lines[2]).toBe('2 files are not Espalier’s, and were left alone.')
    expect(await Promise.all(orphans.map((key) => storage.get(key)))).toEqual(orphans.map(() => null))
    for (const key of strangers) expect(await storage.size(key)).toBe(3)
  })

  it('reports a missing picture', async () => {
    const ada = await signUp(running.server)
    const { images } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const key = originalKey(images[2]?.id ?? '', 1)
    await running.server.storage.remove(key)
    const { lines, outcome } = await checkFiles(context(), { sweep: 'leave' })
    expect(lines).toContain(`Missing: ${key}`)
    expect(outcome).toBe('failed')
  })
})
