import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInstantProvider, type InstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { jobs } from '../../db/schema/jobs.ts'

let provider: InstantProvider
let server: TestServer
beforeEach(async () => {
  provider = createInstantProvider()
  server = await openTestServer({ providers: [provider] })
})
afterEach(() => server.close())

describe('while the storage is unavailable', () => {
  it('a generated picture is stored as soon as possible, and the model is not called again', async () => {
    const drafts = join(server.folder, 'tmp')
    await rename(drafts, `${drafts} is away`)
    const ada = await signUp(server)
    const made = await ada.generate({ prompt: 'a lighthouse' })
    await expect.poll(() => provider.requests.length).toBe(4)
    await rename(`${drafts} is away`, drafts)
    const { images } = await ada.settled(made)
    expect(images.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
    expect(provider.requests.length).toBe(4)
  })

  it('an image that is not generated yet waits, and no try is counted', async () => {
    // A file in place of a folder: nothing in it can be read or written.
    const inTheWay = join(server.folder, 'images')
    await writeFile(inTheWay, '')
    const ada = await signUp(server)
    const made = await ada.generate({ prompt: 'a lighthouse' })
    // A day in the queue does not count as a day without a storage.
    await server.database.system
      .update(jobs)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(jobs.generationId, made.id))
    const left = async () => {
      const rows = await server.database.system.select().from(jobs).where(eq(jobs.generationId, made.id))
      return rows.map(({ state, claims, tries }) => [state, claims > 0, tries])
    }
    await expect.poll(left).toEqual(Array(4).fill(['queued', true, 0]))
    expect(provider.requests.length).toBe(0)
    const since = async () => {
      const rows = await server.database.system.select().from(jobs).where(eq(jobs.generationId, made.id))
      return rows.filter(({ unstoredSince }) => unstoredSince !== null).length
    }
    await expect.poll(since).toBe(4)
    await rm(inTheWay)
    expect((await ada.settled(made)).status).toBe('completed')
  })
})
