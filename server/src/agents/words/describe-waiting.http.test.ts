import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DescribeImagesReply, DescriptionShape, WaitingDescriptionsShape } from '#contract/cards/description.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { languageUses } from '#server/db/schema/assistant.ts'
import { descriptionRequests } from '#server/db/schema/words.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import type { Server } from '#server/start/start-server.ts'
import type { AssistantProcess } from '#server-testing/assistant-process.ts'
import { creditsOf, ledgerOf } from '#server-testing/credit-ledger.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { processesOf } from '#server-testing/killed-process.ts'
import { makeProgram } from '#server-testing/program.ts'
import { type Scripted, type ScriptedModel, startScriptedModel } from '#server-testing/scripted-model.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer, testSecret } from '#server-testing/test-server.ts'

let model: ScriptedModel
/** Describes nothing: a worker is started by each test that needs one. */
let server: TestServer
let variables: Record<string, string>
let ada: TestClient
let card: GenerationShape
beforeAll(async () => {
  model = await startScriptedModel()
  variables = {
    ASSISTANT_MODEL: `provider=compatible,model=scripted,url=${model.url},price=0.50`,
    ALLOWED_PROVIDER_HOSTS: '127.0.0.1',
    JOB_LEASE_SECONDS: '1',
    ROLES: 'web',
  }
  server = await openTestServer({
    providers: [createInstantProvider()],
    variables,
    plans: { signUp: 10, daily: 0 },
  })
  ada = await signUp(server)
  card = await withWorker(async () => ada.settled(await ada.generate({ prompt: 'a fox', count: 4 })))
})
afterAll(async () => {
  expect(await checkLedger(server.database.system)).toEqual([])
  await server.close()
  await model.stop()
})
beforeEach(() => {
  model.requests.length = 0
})
const processes = processesOf('assistant')

async function withWorker<Value>(work: (worker: Server) => Promise<Value>): Promise<Value> {
  const worker = server.another({ ROLES: 'worker' })
  try {
    return await work(worker)
  } finally {
    await worker.stop()
  }
}

const imageAt = (index: number) => card.images[index]?.id ?? ''
const described = { text: '<description>A fox in deep snow.</description>' }
const script = (...turns: Scripted[]) => model.script('image/jpeg', ...turns)
const ask = (indexes: readonly number[], over: object = {}, headers: Record<string, string> = {}) =>
  ada.send<DescribeImagesReply & { code: string; message: string; data: object }>(
    'POST',
    '/api/images/describe',
    { imageIds: indexes.map(imageAt), price: 50 * indexes.length, ...over },
    headers,
  )
const waiting = async (client = ada) =>
  (await client.send<WaitingDescriptionsShape>('GET', '/api/images/describe')).body
const descriptionOf = async (index: number) =>
  (await ada.send<DescriptionShape | null>('GET', `/api/images/${imageAt(index)}/description`)).body
const clear = async () => {
  await ada.send('DELETE', '/api/images/describe')
  for (const index of [0, 1, 2, 3]) await ada.send('DELETE', `/api/images/${imageAt(index)}/description`)
}
const settled = () =>
  vi.waitFor(async () => expect(await waiting()).toMatchObject({ waiting: 0 }), { timeout: 10_000, interval: 50 })

describe('POST /api/images/describe', () => {
  it('has images described one after the other, each paid on its own, and tells other tabs', async () => {
    const before = await creditsOf(ada)
    script(described, { text: 'No.' })
    expect(await ask([0, 1], { language: 'en' })).toMatchObject({ status: 202, body: { accepted: 2, refused: [] } })
    expect(await waiting()).toEqual({ waiting: 2, failed: [] })
    expect(await creditsOf(ada)).toMatchObject({ held: 0 })
    const events = await openEvents(server, ada.cookie)
    await withWorker(settled)
    expect((await events.next(({ name }) => name === 'descriptions-changed')).data).toMatchObject({
      projectId: card.projectId,
    })
    events.close()
    const texts = await Promise.all([descriptionOf(0), descriptionOf(1)])
    const stored = texts.filter((text) => text !== null)
    expect(stored).toEqual([
      expect.objectContaining({
        text: 'A fox in deep snow.',
        language: 'en',
        languageModel: 'scripted (OpenAI-compatible server)',
      }),
    ])
    const message = expect.stringMatching(/answered something else than a description/)
    expect((await waiting()).failed).toEqual([{ imageId: imageAt(texts[0] ? 1 : 0), message }])
    expect(await creditsOf(ada)).toMatchObject({ available: before.available - 50, held: 0 })
    const entries = (await ledgerOf(ada)).filter(({ purpose }) => purpose === 'description').map(({ kind }) => kind)
    expect(entries.toSorted()).toEqual(['hold', 'hold', 'release', 'settlement'])
    await clear()
    expect(await waiting()).toEqual({ waiting: 0, failed: [] })
  })

  it('refuses a price that is lower than the true one, and credits that are missing, with the codes of series', async () => {
    expect(await ask([0, 1], { price: 99 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This costs 1.00 credits now, not 0.99. Look at it again.' },
    })
    const program = await makeProgram(server, ada, { budget: { credits: 0.6, per: 'total' } })
    const body = { imageIds: [imageAt(0), imageAt(1)], price: 100 }
    expect((await program.send('POST', '/api/images/describe', body)).status).toBe(402)
    expect(await waiting()).toMatchObject({ waiting: 0 })
  })

  it("refuses images of others and those that the user has described, and accepts the rest at the rest's price", async () => {
    const grace = await signUp(server)
    await ada.send('PUT', `/api/images/${imageAt(2)}/description`, { text: 'Mine.' })
    const missing = randomUUID()
    const { status, body } = await ask([], { imageIds: [imageAt(2), missing, imageAt(3)], price: 50 })
    expect([status, body]).toEqual([
      202,
      {
        accepted: 1,
        refused: [
          { imageId: imageAt(2), message: 'You have described this image yourself.' },
          { imageId: missing, message: 'There is no such image.' },
        ],
      },
    ])
    const foreign = { imageIds: [imageAt(0)], price: 50 }
    expect((await grace.send<DescribeImagesReply>('POST', '/api/images/describe', foreign)).body).toEqual({
      accepted: 0,
      refused: [{ imageId: imageAt(0), message: 'There is no such image.' }],
    })
    expect(await waiting(grace)).toEqual({ waiting: 0, failed: [] })
    expect((await grace.send('DELETE', '/api/images/describe')).body).toEqual({ ended: 0 })
    expect(await waiting()).toMatchObject({ waiting: 1 })
    await clear()
  })

  it('gives a repeated request with its Idempotency-Key the first reply', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const replies = await Promise.all([ask([0], {}, key), ask([0], {}, key)])
    expect(replies.map(({ body }) => body)).toEqual(Array(2).fill({ accepted: 1, refused: [] }))
    await ada.send('DELETE', '/api/images/describe')
    expect((await ask([0], {}, key)).body).toEqual({ accepted: 1, refused: [] })
    expect(await waiting()).toMatchObject({ waiting: 0 })
    expect((await ask([1], {}, key)).status).toBe(409)
  })
})

describe('the images that wait', () => {
  it('are described once by two processes', async () => {
    script(...Array<Scripted>(8).fill(described))
    await ask([0, 1, 2, 3])
    await withWorker(() => withWorker(settled))
    expect(model.requests).toHaveLength(4)
    for (const index of [0, 1, 2, 3]) expect(await descriptionOf(index)).toMatchObject({ text: 'A fox in deep snow.' })
    await clear()
  })

  it('keep what the user writes meanwhile, and are not paid then', async () => {
    const before = await creditsOf(ada)
    script({ text: '<description>A', hangs: true }, described)
    await ask([0])
    await withWorker(async () => {
      await vi.waitFor(() => expect(model.hanging()).toBe(1), { timeout: 10_000 })
      expect(await creditsOf(ada)).toMatchObject({ held: 50 })
      await ada.send('PUT', `/api/images/${imageAt(0)}/description`, { text: 'Mine.' })
    })
    // Given back by the worker that stopped; the next one asks no model for it.
    await withWorker(settled)
    expect(model.requests).toHaveLength(1)
    expect(await descriptionOf(0)).toMatchObject({ text: 'Mine.', languageModel: null })
    expect(await creditsOf(ada)).toMatchObject({ available: before.available, held: 0 })
    await clear()
  })

  it('end when the user says so, also what is being described', async () => {
    const before = await creditsOf(ada)
    script({ text: '<description>A', hangs: true })
    await ask([0])
    await withWorker(async () => {
      await vi.waitFor(() => expect(model.hanging()).toBe(1), { timeout: 10_000 })
      expect((await ada.send('DELETE', '/api/images/describe')).body).toEqual({ ended: 1 })
      await vi.waitFor(() => expect(model.hanging()).toBe(0), { timeout: 5_000 })
      await vi.waitFor(async () => expect(await creditsOf(ada)).toMatchObject({ available: before.available, held: 0 }))
    })
    expect(await descriptionOf(0)).toBeNull()
  })

  it('drop an answer whose request another process has claimed since', async () => {
    const before = await creditsOf(ada)
    script({ text: '<description>A', hangs: true })
    await ask([0])
    await withWorker(async () => {
      await vi.waitFor(() => expect(model.hanging()).toBe(1), { timeout: 10_000 })
      // As where the user has ended it and requested it again: the tries are the same.
      await server.database.system
        .update(descriptionRequests)
        .set({ claimId: randomUUID(), language: 'de', runAt: sql`now() + interval '1 hour'` })
      await vi.waitFor(() => expect(model.hanging()).toBe(0), { timeout: 5_000 })
      await vi.waitFor(async () => expect(await creditsOf(ada)).toMatchObject({ available: before.available, held: 0 }))
    })
    expect(await waiting()).toEqual({ waiting: 1, failed: [] })
    expect(await descriptionOf(0)).toBeNull()
    await clear()
  })

  it('wait on where the tokens of the day are used', async () => {
    const { system } = server.database
    await system.insert(languageUses).values({ userId: ada.userId, tokens: 3_000_000 })
    await ask([0, 1])
    await withWorker(() =>
      vi.waitFor(
        async () => {
          const rows = await system
            .select({
              tries: descriptionRequests.tries,
              isLater: sql<boolean>`${descriptionRequests.runAt} > now() + interval '5 minutes'`,
            })
            .from(descriptionRequests)
          expect(rows).toEqual(Array(2).fill({ tries: 0, isLater: true }))
        },
        { timeout: 10_000 },
      ),
    )
    expect(await waiting()).toEqual({ waiting: 2, failed: [] })
    await system.delete(languageUses)
    await clear()
  })

  it('are described by turns, and slow models of users leave places to others', { timeout: 60_000 }, async () => {
    const slow = await startScriptedModel()
    slow.script('image/jpeg', ...Array<Scripted>(8).fill({ text: '<description>A', hangs: true }))
    script(described)
    const [bert, carl] = [await signUp(server), await signUp(server)]
    const cards = await withWorker(() =>
      Promise.all([bert, carl].map(async (user) => user.settled(await user.generate({ prompt: 'a fox', count: 2 })))),
    )
    for (const [at, user] of [bert, carl].entries()) {
      const own = { provider: 'compatible', baseUrl: slow.url, model: 'scripted', key: `key-${at}` }
      expect((await user.send('PUT', '/api/assistant/model', own)).status).toBe(200)
      const imageIds = cards[at]?.images.map(({ id }) => id)
      expect((await user.send('POST', '/api/images/describe', { imageIds, price: 0 })).status).toBe(202)
    }
    await ask([0])
    await withWorker(async () => {
      await settled()
      await vi.waitFor(() => expect(slow.hanging()).toBe(2), { timeout: 10_000 })
      expect(slow.requests.map(({ key }) => key).toSorted()).toEqual(['Bearer key-0', 'Bearer key-1'])
      for (const user of [bert, carl]) await user.send('DELETE', '/api/images/describe')
      await vi.waitFor(() => expect(slow.hanging()).toBe(0), { timeout: 5_000 })
    })
    await slow.stop()
    await clear()
  })

  it('go on after their process was killed, and are paid once', async () => {
    const seen = (await ledgerOf(ada)).length
    script({ text: '<description>A', hangs: true }, described)
    const order: AssistantProcess = {
      connectionString: server.testDatabase.connectionString,
      dataDir: server.dataDir,
      secret: testSecret,
      variables: { ...variables, DATABASE_CONNECTIONS: '4', ROLES: 'web,worker' },
      cookie: ada.cookie,
      path: '/api/images/describe',
      body: { imageIds: [imageAt(3)], price: 50 },
    }
    const killed = processes.start(order)
    await vi.waitFor(() => expect(model.hanging()).toBe(1), { timeout: 40_000 })
    await killed.kill()
    expect(await creditsOf(ada)).toMatchObject({ held: 50 })
    await withWorker(settled)
    expect(await descriptionOf(3)).toMatchObject({ text: 'A fox in deep snow.' })
    await vi.waitFor(async () => expect(await creditsOf(ada)).toMatchObject({ held: 0 }), { timeout: 6_000 })
    const entries = (await ledgerOf(ada)).slice(seen).filter(({ purpose }) => purpose === 'description')
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['hold', 'hold', 'release', 'settlement'])
  }, 60_000)
})
