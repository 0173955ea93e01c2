import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#server/db/schema/jobs.ts'
import { createLog } from '#server/operations/log.ts'
import { createWorkLimits } from '#server/operations/work-limits.ts'
import { previewKey } from '#server/pictures/picture-keys.ts'
import type { Storage } from '#server/storage/storage.ts'
import { blue } from '#server-testing/picture-bytes.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { showProgress } from './show-progress.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

describe('showProgress', () => {
  it('leaves no file of a preview that was being stored when the image ended', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
    const db = context.server.database.system
    const [job] = await db.select().from(jobs).where(eq(jobs.generationId, card.id))
    if (!job) throw new Error('The card has a job.')
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const removed = Promise.withResolvers<string>()
    const storage: Storage = {
      ...context.server.storage,
      async put(key, bytes) {
        begun.resolve()
        await gate.promise
        await context.server.storage.put(key, bytes)
      },
      async remove(key) {
        await context.server.storage.remove(key)
        removed.resolve(key)
      },
    }
    const work = createWorkLimits({ memoryBytes: 100_000_000, temporaryBytes: 1 })
    const progress = showProgress({ db, storage, log: createLog('silent'), work }, job, card.projectId)
    progress.report({ fraction: 0.5, preview: await blue.png().toBuffer() })
    await begun.promise
    progress.end()
    gate.resolve()
    const key = previewKey(job.imageId, job.attempt)
    expect(await removed.promise).toBe(key)
    expect(await context.server.storage.get(key)).toBeNull()
  })
})
