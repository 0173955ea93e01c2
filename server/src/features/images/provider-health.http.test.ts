import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import { readablePicture } from '#server/providers/common/input-pictures.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { imageCall } from '#server-testing/providers/image-request.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { providerCircuits } from '../../db/schema/provider-lanes.ts'
import { type ImageProvider, ProviderError } from '../../providers/provider.ts'

const model = 'Flux Krea'
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Replicate, opened by the operator's key; `fail` decides the outcome of the prompt 'broken'. */
async function open(fail: () => Promise<never>, over: Partial<ImageProvider> = {}, variables = {}) {
  const instant = createInstantProvider()
  const prompts: string[] = []
  const provider = createInstantProvider({
    name: 'replicate',
    opens: 'by-key',
    concurrency: 8,
    generate(request, call) {
      prompts.push(request.prompt)
      return request.prompt === 'broken' ? fail() : instant.generate(request, call)
    },
    ...over,
  })
  server = await openTestServer({
    providers: [provider],
    variables: { REPLICATE_API_TOKEN: 'r8_operator', CREDITS: 'off', ...variables },
  })
  const [ada, grace] = [await signUp(server), await signUp(server)]
  return { ada, grace, prompts, db: server.database.system }
}

const failures: readonly (readonly [string, () => Promise<never>])[] = [
  ['an answer without an image', () => Promise.reject(vendorFailure('Replicate', 'empty', { request: 'over' }))],
  [
    'a request that failed at the provider',
    () => Promise.reject(vendorFailure('Replicate', 'failed', { request: 'over' })),
  ],
  ['an answer that can not be read', () => Promise.reject(vendorFailure('Replicate', 'unreadable'))],
  ['an image that is not where it should be', () => Promise.reject(vendorFailure('Replicate', 'gone'))],
  ['an error of this server', () => Promise.reject(new TypeError('a bug'))],
  [
    'an input that can not be decoded',
    async () => {
      await readablePicture(Buffer.from('GIF89a and then nothing'), { kinds: ['png'], mostBytes: 100 }, imageCall())
      throw new Error('It could be read.')
    },
  ],
]

describe("while one person's requests keep failing", () => {
  it.each(failures)("another person's generation completes: %s", async (_, fail) => {
    const { ada, grace, prompts } = await open(fail)
    await Promise.all([ada.generate({ prompt: 'broken', model }), ada.generate({ prompt: 'broken', model })])
    await expect.poll(() => prompts.length).toBeGreaterThanOrEqual(5)
    const made = await grace.settled(await grace.generate({ prompt: 'a lighthouse', model }))
    expect(made.status).toBe('completed')
    const picker = await grace.send<{ items: ModelShape[] }>('GET', '/api/models')
    expect(picker.body.items.find(({ name }) => name === model)?.notice).toBeNull()
  })

  it("another person's generation completes: the time limit of this server", async () => {
    const instant = createInstantProvider()
    let timedOut = 0
    const never = () => Promise.reject(new Error('not used'))
    const generate: ImageProvider['generate'] = (request, call) => {
      if (request.prompt !== 'broken') return instant.generate(request, call)
      return new Promise((_, reject) => {
        call.signal.addEventListener('abort', () => {
          timedOut += 1
          reject(call.signal.reason)
        })
      })
    }
    const { ada, grace } = await open(never, { generate }, { IMAGE_TIME_LIMIT_SECONDS: '1' })
    await Promise.all([ada.generate({ prompt: 'broken', model }), ada.generate({ prompt: 'broken', model })])
    await expect.poll(() => timedOut).toBeGreaterThanOrEqual(5)
    expect((await grace.settled(await grace.generate({ prompt: 'a lighthouse', model }))).status).toBe('completed')
  })

  it("another person's generation completes: the person's own key can not reach the provider", async () => {
    const instant = createInstantProvider()
    let failed = 0
    const { ada, grace } = await open(() => Promise.reject(new Error('unused')), {
      async generate(request, call) {
        if (call.key !== 'r8_of_ada') return instant.generate(request, call)
        failed += 1
        throw vendorFailure('Replicate', 'down')
      },
    })
    const saved = await ada.send('PUT', '/api/model-keys/replicate', { key: 'r8_of_ada' })
    expect(saved.status).toBe(200)
    await Promise.all([ada.generate({ prompt: 'a fox', model }), ada.generate({ prompt: 'a fox', model })])
    await expect.poll(() => failed).toBeGreaterThanOrEqual(5)
    expect((await grace.settled(await grace.generate({ prompt: 'a lighthouse', model }))).status).toBe('completed')
    const noticeFor = async (person: typeof ada) => {
      const { body } = await person.send<{ items: ModelShape[] }>('GET', '/api/models')
      return body.items.find(({ name }) => name === model)?.notice
    }
    expect(await noticeFor(ada)).toBe('Replicate does not answer at the moment. Pictures wait for it.')
    expect(await noticeFor(grace)).toBeNull()
  })
})

describe('the probe of a provider that was unreachable', () => {
  it('prefers a job that has not failed before', async () => {
    const { ada, grace, prompts, db } = await open(() =>
      Promise.reject(new ProviderError('provider-down', 'No connection.', { health: 'unreachable' })),
    )
    await Promise.all([ada.generate({ prompt: 'broken', model }), ada.generate({ prompt: 'broken', model })])
    const outages = async () => (await db.select().from(providerCircuits))[0]?.failures ?? 0
    await expect.poll(outages).toBeGreaterThanOrEqual(5)
    // Other pending jobs fail once as well, so that every job of Ada's has failed before.
    await expect
      .poll(async () => {
        await db.execute(sql`
          with circuits as (update provider_circuits set retry_at = now())
          select pg_notify('espalier_jobs', 'queued')`)
        return prompts.length
      })
      .toBeGreaterThanOrEqual(8)
    await db.execute(sql`update provider_circuits set failures = 5, retry_at = now() + interval '1 hour'`)
    const made = await grace.generate({ prompt: 'a lighthouse', model })
    const before = prompts.length
    // Again and again until all images are made: a call that was on its way meanwhile puts the next probe off once more.
    await expect
      .poll(async () => {
        await db.execute(sql`
          with circuits as (update provider_circuits set retry_at = now()),
            due as (update jobs set run_at = now() where state = 'queued')
          select pg_notify('espalier_jobs', 'queued')`)
        return (await grace.read(made))?.status
      })
      .toBe('completed')
    expect(prompts[before]).toBe('a lighthouse')
  })
})
