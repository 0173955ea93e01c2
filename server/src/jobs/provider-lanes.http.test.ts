import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { providerCircuits, providerPauses } from '../db/schema/provider-lanes.ts'
import { type ImageProvider, ProviderError } from '../providers/provider.ts'

const metricsToken = 'numbers for the operator'
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Replicate, opened by the operator's key, with another process beside the first. */
async function open(over: Partial<ImageProvider>, variables: Record<string, string> = {}) {
  const provider = createInstantProvider({ name: 'replicate', opens: 'by-key', concurrency: 50, ...over })
  server = await openTestServer({
    providers: [provider],
    variables: {
      REPLICATE_API_TOKEN: 'r8_operator',
      CREDITS: 'off',
      METRICS_TOKEN: metricsToken,
      PERSON_LIMITS: 'jobs=50',
      ...variables,
    },
  })
  server.another()
  return { server, ada: await signUp(server), db: server.database.system }
}
const model = 'Flux Krea'
/** Makes every waiting retry due now. */
const hurry = (db: Awaited<ReturnType<typeof open>>['db']) =>
  db.execute(sql`
    with due as (update jobs set run_at = now() where state = 'queued'),
      pauses as (update provider_pauses set until = now()),
      circuits as (update provider_circuits set retry_at = now())
    select pg_notify('espalier_jobs', 'queued')`)

describe('a provider', () => {
  it('is never called concurrently more often than it allows for one key, over all processes', async () => {
    const instant = createInstantProvider()
    let running = 0
    let most = 0
    const { ada } = await open({
      atOncePerKey: 3,
      async generate(request, call) {
        running += 1
        most = Math.max(most, running)
        await wait(250)
        running -= 1
        return instant.generate(request, call)
      },
    })
    const all = await Promise.all(Array.from({ length: 5 }, () => ada.generate({ prompt: 'many', model })))
    for (const made of all) expect((await ada.settled(made)).status).toBe('completed')
    expect(most).toBe(3)
  })

  it("is called concurrently as often as the operator's setting says", async () => {
    let running = 0
    let most = 0
    const instant = createInstantProvider()
    const { ada } = await open(
      {
        atOncePerKey: 3,
        async generate(request, call) {
          running += 1
          most = Math.max(most, running)
          await wait(30)
          running -= 1
          return instant.generate(request, call)
        },
      },
      { PROVIDER_AT_ONCE: 'replicate=1' },
    )
    await ada.settled(await ada.generate({ prompt: 'many', model }))
    expect(most).toBe(1)
  })

  it('that asks for a pause is not called by any process until the pause is over', async () => {
    let calls = 0
    const instant = createInstantProvider()
    const { ada, db } = await open({
      concurrency: 1,
      atOncePerKey: 1,
      generate: async (request, call) => {
        calls += 1
        if (calls === 1) throw new ProviderError('rate-limited', 'Slow down.', { retryAfterMs: 60_000 })
        return instant.generate(request, call)
      },
    })
    const made = await ada.generate({ prompt: 'slowly', model })
    await expect.poll(async () => (await db.select().from(providerPauses)).length).toBe(1)
    await wait(300)
    expect(calls).toBe(1)
    await hurry(db)
    expect((await ada.settled(made)).status).toBe('completed')
  })

  it('that is unreachable is not called after five failures, is shown as unreachable in the picker and the metrics, and is probed by one job', async () => {
    let isUp = false
    let calls = 0
    let probes = 0
    const instant = createInstantProvider()
    const { server, ada, db } = await open({
      concurrency: 1,
      atOncePerKey: 1,
      generate: async (request, call) => {
        calls += 1
        if (!isUp) throw new ProviderError('provider-down', 'No connection.', { health: 'unreachable' })
        probes += 1
        return instant.generate(request, call)
      },
    })
    const made = await Promise.all([1, 2].map(() => ada.generate({ prompt: 'down', model })))
    const failures = async () => (await db.select().from(providerCircuits))[0]?.failures ?? 0
    await expect.poll(failures).toBeGreaterThanOrEqual(5)
    const before = calls
    await db.execute(
      sql`with due as (update jobs set run_at = now() where state = 'queued') select pg_notify('espalier_jobs', 'queued')`,
    )
    await wait(400)
    expect(calls).toBe(before)

    const picker = await ada.send<{ items: ModelShape[] }>('GET', '/api/models')
    expect(picker.body.items.find(({ name }) => name === model)?.notice).toBe(
      'Replicate does not answer at the moment. Pictures wait for it.',
    )
    expect(
      await (await server.app.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
    ).toContain('espalier_provider_down{provider="replicate"} 1')

    isUp = true
    await hurry(db)
    await Promise.all(
      made.map(async (generation) => {
        await expect.poll(() => hurry(db).then(() => probes)).toBeGreaterThanOrEqual(4)
        return ada.settled(generation)
      }),
    )
    expect(await failures()).toBe(0)
  })

  it('that refuses a request is not unreachable', async () => {
    const { ada, db } = await open({ generate: () => Promise.reject(new ProviderError('refused', 'No.')) })
    for (const _ of [1, 2]) await ada.settled(await ada.generate({ prompt: 'no', model }))
    expect((await db.select().from(providerCircuits)).filter(({ failures }) => failures > 0)).toEqual([])
  })
})
