import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { serverInTest } from '#server-testing/server-in-test.ts'
import { signUp } from '#server-testing/test-client.ts'
import { jobs } from '../db/schema/jobs.ts'

const open = serverInTest()

describe('several workers', () => {
  it('run each job once', async () => {
    const provider = createInstantProvider()
    const opened = await open({ providers: [provider] })
    opened.another()
    opened.another()
    const ada = await signUp(opened)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ada.generate({ prompt: `picture ${index}` })),
    )
    for (const generation of all) expect((await ada.settled(generation)).status).toBe('completed')
    expect(provider.requests).toHaveLength(40)
  })

  it('never run more jobs of one user than their share, and start with the user who has the fewest running', async () => {
    const finished: string[] = []
    const inWork = new Map<string, number>()
    let most = 0
    const provider = createInstantProvider({
      concurrency: 16,
      async generate({ prompt, seed }) {
        const count = (inWork.get(prompt) ?? 0) + 1
        inWork.set(prompt, count)
        most = Math.max(most, count)
        // Longer than a busy machine takes to claim the next job.
        await wait(100)
        inWork.set(prompt, (inWork.get(prompt) ?? 0) - 1)
        finished.push(prompt)
        const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
          .png()
          .toBuffer()
        return { bytes, seed, warnings: [] }
      },
    })
    const opened = await open({ providers: [provider], variables: { PERSON_LIMITS: 'jobs=2' } })
    opened.another({ PERSON_LIMITS: 'jobs=2' })
    const greedy = await signUp(opened)
    const modest = await signUp(opened)
    const many = await Promise.all(Array.from({ length: 12 }, () => greedy.generate({ prompt: 'greedy' })))
    await modest.settled(await modest.generate({ prompt: 'modest' }))
    const greedyDoneMeanwhile = finished.filter((prompt) => prompt === 'greedy').length
    expect(greedyDoneMeanwhile).toBeLessThan(24)
    for (const generation of many) await greedy.settled(generation)
    expect(most).toBe(2)
  })
})

describe('a worker that is stopped', () => {
  it('finishes its running jobs', async () => {
    const opened = await open({ variables: { ROLES: 'web' } })
    const worker = opened.another({ ROLES: 'worker' })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'to the end' })
    await expect
      .poll(async () => (await opened.database.system.select().from(jobs).where(eq(jobs.state, 'queued'))).length)
      .toBeLessThan(4)
    await worker.stop()
    const states = (await opened.database.system.select().from(jobs).where(eq(jobs.generationId, generation.id))).map(
      (job) => job.state,
    )
    expect(states.every((state) => state === 'done' || state === 'queued')).toBe(true)
  })
})
