import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { jobs } from '../db/schema/jobs.ts'
import { originalKey } from '../pictures/picture-keys.ts'
import { type ImageProvider, ProviderError } from '../providers/provider.ts'
import { createInstantProvider } from '../testing/instant-provider.ts'
import { signUp } from '../testing/test-client.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts'

let server: TestServer | undefined
const open = async (options: TestServerOptions = {}) => {
  server = await openTestServer(options)
  return server
}
afterEach(async () => {
  await server?.close()
  server = undefined
})

const failing = (fail: () => Promise<never>) => {
  let calls = 0
  const provider: ImageProvider = createInstantProvider({
    generate: () => {
      calls += 1
      return fail()
    },
  })
  return { provider, calls: () => calls }
}

describe('a provider that fails', () => {
  it.each([
    ['refused', 'The model refused this prompt.'],
    ['key', 'The key was not accepted.'],
    ['invalid', 'The request was not understood.'],
  ] as const)('with %s is not called again, and its words are kept', async (code, message) => {
    const { provider, calls } = failing(() => Promise.reject(new ProviderError(code, message)))
    const ada = await signUp(await open({ providers: [provider] }))
    const generation = await ada.settled(await ada.generate({ prompt: 'no' }))
    expect(generation.status).toBe('failed')
    expect(generation.images.map((image) => image.error)).toEqual(Array(4).fill({ code, message }))
    expect(calls()).toBe(4)
  })

  it('by delivering something that is no picture is told so', async () => {
    const provider = createInstantProvider({
      generate: async () => ({ bytes: Buffer.from('<html>'), seed: 1, warnings: [] }),
    })
    const ada = await signUp(await open({ providers: [provider] }))
    const generation = await ada.settled(await ada.generate({ prompt: 'no' }))
    expect(generation.images[0]!.error?.code).toBe('invalid')
  })

  it('by delivering half a picture is told so', async () => {
    const noise = {
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    } as const
    const half = (await sharp(noise).png().toBuffer()).subarray(0, 4_000)
    const provider = createInstantProvider({ generate: async () => ({ bytes: half, seed: 1, warnings: [] }) })
    const ada = await signUp(await open({ providers: [provider] }))
    const generation = await ada.settled(await ada.generate({ prompt: 'no' }))
    expect(generation.images[0]!.error?.code).toBe('invalid')
  })

  it('by never answering is aborted at the time limit', async () => {
    const aborted: unknown[] = []
    const provider = createInstantProvider({
      generate: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(signal.reason)
            reject(signal.reason)
          })
        }),
    })
    const ada = await signUp(await open({ providers: [provider], variables: { IMAGE_TIME_LIMIT_SECONDS: '1' } }))
    const generation = await ada.settled(await ada.generate({ prompt: 'silence' }))
    expect(generation.images.map((image) => image.error?.code)).toEqual(Array(4).fill('time-out'))
    expect(aborted).toHaveLength(4)
  })

  it('by never answering, and by not hearing that it was aborted either, is left alone at the time limit', async () => {
    const provider = createInstantProvider({ generate: () => new Promise(() => {}) })
    const ada = await signUp(await open({ providers: [provider], variables: { IMAGE_TIME_LIMIT_SECONDS: '1' } }))
    const generation = await ada.settled(await ada.generate({ prompt: 'deaf' }))
    expect(generation.images.map((image) => image.error?.code)).toEqual(Array(4).fill('time-out'))
    const deaf = await ada.generate({ prompt: 'deaf again' })
    await ada.send('POST', `/api/generations/${deaf.id}/cancel`)
    expect((await ada.settled(deaf)).status).toBe('cancelled')
  })

  it('for a moment is asked again after a while, as often as it takes but four times', async () => {
    const { provider, calls } = failing(() =>
      Promise.reject(new ProviderError('provider-down', 'Nobody answered.', { retryAfterMs: 50 })),
    )
    const opened = await open({ providers: [provider] })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'busy' })
    await expect
      .poll(
        async () => {
          await opened.database.db.update(jobs).set({ runAt: sql`now()` }).where(eq(jobs.state, 'queued'))
          await opened.database.db.execute(sql`select pg_notify('espalier_jobs', 'queued')`)
          return calls()
        },
        { timeout: 15_000, interval: 100 },
      )
      .toBe(16)
    const settled = await ada.settled(generation)
    expect(settled.images.map((image) => image.error?.code)).toEqual(Array(4).fill('provider-down'))
  })
})

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

  it('never give one person more than their share, and start with whoever has least in work', async () => {
    const finished: string[] = []
    const inWork = new Map<string, number>()
    let most = 0
    const provider = createInstantProvider({
      concurrency: 16,
      async generate({ prompt, seed }) {
        const count = (inWork.get(prompt) ?? 0) + 1
        inWork.set(prompt, count)
        most = Math.max(most, count)
        await wait(30)
        inWork.set(prompt, (inWork.get(prompt) ?? 0) - 1)
        finished.push(prompt)
        const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
          .png()
          .toBuffer()
        return { bytes, seed, warnings: [] }
      },
    })
    const opened = await open({ providers: [provider], variables: { JOBS_PER_USER: '2' } })
    opened.another({ JOBS_PER_USER: '2' })
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

describe('a worker that died', () => {
  /** Leaves a job as a killed worker leaves it: claimed, its lease not renewed. */
  const abandon = (opened: TestServer, generationId: string, over: Partial<typeof jobs.$inferInsert> = {}) =>
    opened.database.db
      .update(jobs)
      .set({ state: 'running', worker: randomUUID(), claims: 1, leaseUntil: sql`now() - interval '1 second'`, ...over })
      .where(eq(jobs.generationId, generationId))
  const idle = { ROLES: 'web' }
  const quick = { ROLES: 'worker', JOB_LEASE_SECONDS: '1' }

  it('has its jobs taken over when their leases have run out', async () => {
    const opened = await open({ variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'left behind' })
    await abandon(opened, generation.id)
    opened.another(quick)
    expect((await ada.settled(generation)).status).toBe('completed')
    const rows = await opened.database.db.select().from(jobs).where(eq(jobs.generationId, generation.id))
    expect(rows.map((job) => [job.state, job.claims, job.lostLeases])).toEqual(Array(4).fill(['done', 2, 1]))
  })

  it('after it had stored the picture costs no second call of the provider', async () => {
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

  it('ten times over one job has that job failed by name, not tried for ever', async () => {
    const opened = await open({ variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'poison' })
    await abandon(opened, generation.id, { lostLeases: 9 })
    opened.another(quick)
    const settled = await ada.settled(generation)
    expect(settled.images.map((image) => image.error?.code)).toEqual(Array(4).fill('provider-down'))
  })

  it('leaves cancelled what was to be cancelled', async () => {
    const opened = await open({ variables: idle })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'cancel me' })
    await abandon(opened, generation.id, { leaseUntil: sql`now() + interval '1 second'` as never })
    await ada.send('POST', `/api/generations/${generation.id}/cancel`)
    opened.another(quick)
    expect((await ada.settled(generation)).status).toBe('cancelled')
  })

  it('and wakes up again can finish nothing that another has by now', async () => {
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
    await opened.database.db
      .update(jobs)
      .set({ worker: thief, claims: 2, leaseUntil: sql`now() + interval '60 seconds'` })
      .where(eq(jobs.generationId, generation.id))
    await expect.poll(() => signals.every((signal) => signal.aborted), { timeout: 5_000 }).toBe(true)
    release()
    await wait(300)
    const rows = await opened.database.db.select().from(jobs).where(eq(jobs.generationId, generation.id))
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
    const second = await opened.database.db.transaction(async (tx) => {
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

describe('a worker that is stopped', () => {
  it('finishes what it has in work', async () => {
    const opened = await open({ variables: { ROLES: 'web' } })
    const worker = opened.another({ ROLES: 'worker' })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'to the end' })
    await expect
      .poll(async () => (await opened.database.db.select().from(jobs).where(eq(jobs.state, 'queued'))).length)
      .toBeLessThan(4)
    await worker.stop()
    const states = (await opened.database.db.select().from(jobs).where(eq(jobs.generationId, generation.id))).map(
      (job) => job.state,
    )
    expect(states.every((state) => state === 'done' || state === 'queued')).toBe(true)
  })
})
