import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { serverInTest } from '#server-testing/server-in-test.ts'
import { signUp } from '#server-testing/test-client.ts'
import { jobs } from '../db/schema/jobs.ts'
import { type ImageProvider, ProviderError } from '../providers/provider.ts'

const open = serverInTest()

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
  ] as const)('with %s is not called again, and its message is kept', async (code, message) => {
    const { provider, calls } = failing(() => Promise.reject(new ProviderError(code, message)))
    const ada = await signUp(await open({ providers: [provider] }))
    const generation = await ada.settled(await ada.generate({ prompt: 'no' }))
    expect(generation.status).toBe('failed')
    expect(generation.images.map((image) => image.error)).toEqual(Array(4).fill({ code, message }))
    expect(calls()).toBe(4)
  })

  it('by delivering something that is no image gets an error that says so', async () => {
    const provider = createInstantProvider({
      generate: async () => ({ bytes: Buffer.from('<html>'), seed: 1, warnings: [] }),
    })
    const ada = await signUp(await open({ providers: [provider] }))
    const generation = await ada.settled(await ada.generate({ prompt: 'no' }))
    expect(generation.images[0]!.error?.code).toBe('invalid')
  })

  it('by delivering a truncated image gets an error that says so', async () => {
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

  it('by never answering and ignoring the abort is abandoned at the time limit', async () => {
    const provider = createInstantProvider({ generate: () => new Promise(() => {}) })
    const ada = await signUp(await open({ providers: [provider], variables: { IMAGE_TIME_LIMIT_SECONDS: '1' } }))
    const generation = await ada.settled(await ada.generate({ prompt: 'deaf' }))
    expect(generation.images.map((image) => image.error?.code)).toEqual(Array(4).fill('time-out'))
    const deaf = await ada.generate({ prompt: 'deaf again' })
    await ada.send('POST', `/api/generations/${deaf.id}/cancel`)
    expect((await ada.settled(deaf)).status).toBe('cancelled')
  })

  it('temporarily is retried with a delay, at most four times', async () => {
    const { provider, calls } = failing(() =>
      Promise.reject(new ProviderError('provider-down', 'No answer.', { retryAfterMs: 50 })),
    )
    const opened = await open({ providers: [provider] })
    const ada = await signUp(opened)
    const generation = await ada.generate({ prompt: 'busy' })
    await expect
      .poll(
        async () => {
          await opened.database.system.update(jobs).set({ runAt: sql`now()` }).where(eq(jobs.state, 'queued'))
          await opened.database.system.execute(sql`select pg_notify('espalier_jobs', 'queued')`)
          return calls()
        },
        { interval: 100 },
      )
      .toBe(16)
    const settled = await ada.settled(generation)
    expect(settled.images.map((image) => image.error?.code)).toEqual(Array(4).fill('provider-down'))
  })
})
