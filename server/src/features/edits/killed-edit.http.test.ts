import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import type { CreditsShape } from '#contract/money/credits.ts'
import type { EditingProcess } from '#server-testing/editing-process.ts'
import { bringPicture, fileOf, maskPng, pixelsIn, uploadMask } from '#server-testing/edits.ts'
import { processesOf } from '#server-testing/killed-process.ts'
import { signUp } from '#server-testing/test-client.ts'
import { testSecret, withTestServer } from '#server-testing/test-server.ts'
import { jobs } from '../../db/schema/jobs.ts'

// The server of the test answers; workers are processes of their own.
const context = withTestServer({ variables: { ROLES: 'web' } })
const processes = processesOf('editing')

/** A worker in a process of its own. */
function startWorker(): { kill(): Promise<void> } {
  const { testDatabase, dataDir } = context.server
  const order: EditingProcess = { connectionString: testDatabase.connectionString, dataDir, secret: testSecret }
  return processes.start(order)
}

/** Large enough that an edit of it takes half a second. */
const side = 2_000
const inBox = (x: number, y: number) => x >= 400 && x < 520 && y >= 300 && y < 380

const photograph = () =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()

describe('an edit whose worker is killed with kill -9', () => {
  it('at any moment is made once by the next worker, from the same mask, and leaves no work behind', async () => {
    const ada = await signUp(context.server)
    const photo = await bringPicture(context.server, ada, await photograph())
    const before = (await ada.send<CreditsShape>('GET', '/api/credits')).body
    const source = await pixelsIn((await fileOf(ada, photo.imageId)).bytes)
    const maskUploadId = await uploadMask(context.server, ada, await maskPng(side, side, inBox))
    const edit = { operation: 'erase', maskUploadId, feather: 2 } as const
    const card = await ada.generate({ parentImageId: photo.imageId, count: 1, edit })
    const job = async () =>
      (await context.server.database.system.select().from(jobs).where(eq(jobs.generationId, card.id)))[0]
    // After the claim, and in the middle.
    for (const [claims, ms] of [50, 200].entries()) {
      const worker = startWorker()
      await vi.waitFor(async () => expect((await job())?.claims).toBe(claims + 1), { timeout: 40_000, interval: 5 })
      await wait(ms)
      await worker.kill()
      expect((await job())?.state).toBe('running')
    }
    startWorker()
    const settled = await ada.settled(card)
    expect(settled.images).toMatchObject([{ status: 'completed', width: side, height: side }])
    const result = await pixelsIn((await fileOf(ada, settled.images[0]?.id ?? '')).bytes)
    const changed = { inside: 0, outside: 0 }
    for (let y = 0; y < side; y++) {
      const row = [y * side * 4, (y + 1) * side * 4] as const
      if (source.data.subarray(...row).equals(result.data.subarray(...row))) continue
      for (let x = 0; x < side; x++) {
        const at = (y * side + x) * 4
        if (source.data.compare(result.data, at, at + 4, at, at + 4) === 0) continue
        const isNear = x >= 398 && x < 522 && y >= 298 && y < 382
        changed[isNear ? 'inside' : 'outside'] += 1
      }
    }
    expect([changed.inside > 1_000, changed.outside]).toEqual([true, 0])
    expect((await ada.send<CreditsShape>('GET', '/api/credits')).body).toEqual(before)
    expect(await job()).toMatchObject({ state: 'done', worker: null })
  }, 120_000)
})
