import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { serverInTest } from '#server-testing/server-in-test.ts'
import { signUp } from '#server-testing/test-client.ts'
import type { TestServer } from '#server-testing/test-server.ts'
import { jobs } from '../db/schema/jobs.ts'
import { originalKey } from '../pictures/picture-keys.ts'

const open = serverInTest()

describe('a worker that died', () => {
  /** Leaves a job as a killed worker leaves it: claimed, its lease not renewed. */
  const abandon = (opened: TestServer, generationId: string, over: Partial<typeof jobs.$inferInsert> = {}) =>
    opened.database.system
      .update(jobs)
      .set({ state: 'running', worker: randomUUID(), claims: 1, leaseUntil: sql`now() - interval '1 second'`, ...over })
      .where(eq(jobs.generationId, generationId))
  const idle = { ROLES: 'web' }
  const quick = { ROLES: 'worker', JOB_LEASE_SECONDS: '1' }

  it('loses its jobs to another worker when their leases expire', async () => {
    const opened = await open({ variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'left behind' })
    await abandon(opened, generation.id)
    opened.another(quick)
    expect((await ada.settled(generation)).status).toBe('completed')
    const rows = await opened.database.system.select().from(jobs).where(eq(jobs.generationId, generation.id))
    expect(rows.map((job) => [job.state, job.claims, job.lostLeases])).toEqual(Array(4).fill(['done', 2, 1]))
  })

  it('after it stored the picture causes no second call of the provider', async () => {
    const provider = createInstantProvider()
    const opened = await open({ providers: [provider], variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'stored already' })
    const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    for (const { id } of generation.images) await opened.storage.put(originalKey(id, 1), bytes)
    await abandon(opened, generation.id)
    opened.another(quick)
    const settled = await ada.settled(generation)
    expect(settled.images.map((image) => image.averageColor)).toEqual(Array(4).fill('#445566'))
    expect(provider.requests).toHaveLength(0)
  })

  it('ten times over one job leaves that job marked as failed', async () => {
    const opened = await open({ variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'poison' })
    await abandon(opened, generation.id, { lostLeases: 9 })
    opened.another(quick)
    const settled = await ada.settled(generation)
    expect(settled.images.map((image) => image.error?.code)).toEqual(Array(4).fill('failed'))
  })

  it('leaves a job canceled whose cancellation was requested', async () => {
    const opened = await open({ variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'cancel me' })
    await abandon(opened, generation.id, { leaseUntil: sql`now() + interval '1 second'` as never })
    await ada.send('POST', `/api/generations/${generation.id}/cancel`)
    opened.another(quick)
    expect((await ada.settled(generation)).status).toBe('cancelled')
  })

  it('and wakes up again can finish no job that another worker has taken over', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const inner = createInstantProvider()
    const signals: AbortSignal[] = []
    const opened = await open({
      variables: { JOB_LEASE_SECONDS: '1' },
      providers: [
        createInstantProvider({
          async generate(request, call) {
            signals.push(call.signal)
            await held
            return inner.generate(request, { ...call, signal: new AbortController().signal })
          },
        }),
      ],
    })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'stolen' })
    await expect.poll(() => signals.length).toBe(4)
    const thief = randomUUID()
    await opened.database.system
      .update(jobs)
      .set({ worker: thief, claims: 2, leaseUntil: sql`now() + interval '60 seconds'` })
      .where(eq(jobs.generationId, generation.id))
    await expect.poll(() => signals.every((signal) => signal.aborted)).toBe(true)
    release()
    await wait(300)
    const rows = await opened.database.system.select().from(jobs).where(eq(jobs.generationId, generation.id))
    expect(rows.map((job) => [job.state, job.worker])).toEqual(Array(4).fill(['running', thief]))
  })
})

describe('a worker that renews its leases', () => {
  it('keeps a job that it claimed while the renewal was under way', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const inner = createInstantProvider()
    const signals: AbortSignal[] = []
    const provider = createInstantProvider({
      concurrency: 8,
      async generate(request, call) {
        signals.push(call.signal)
        await held
        return inner.generate(request, call)
      },
    })
    const opened = await open({ providers: [provider], variables: { JOB_LEASE_SECONDS: '1' } })
    const ada = await signUp(opened)
    const first = await ada.generate({ prompt: 'first' })
    await expect.poll(() => signals.length).toBe(4)
    const second = await opened.database.system.transaction(async (tx) => {
      await tx.select().from(jobs).where(eq(jobs.generationId, first.id)).for('update')
      // By now the worker's renewal waits for these rows, with the other jobs as they were before.
      await wait(600)
      const generation = await ada.generate({ prompt: 'second' })
      await expect.poll(() => signals.length).toBe(8)
      return generation
    })
    await wait(300)
    expect(signals.map((signal) => signal.aborted)).toEqual(Array(8).fill(false))
    release()
    for (const generation of [first, second]) expect((await ada.settled(generation)).status).toBe('completed')
  })
})
