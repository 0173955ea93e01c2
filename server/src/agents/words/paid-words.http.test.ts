import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UsageShape } from '#contract/money/credits.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import type { AssistantProcess } from '#server-testing/assistant-process.ts'
import { creditsOf, ledgerOf } from '#server-testing/credit-ledger.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { processesOf } from '#server-testing/killed-process.ts'
import { makeProgram } from '#server-testing/program.ts'
import { type ScriptedModel, type ScriptedTurn, startScriptedModel } from '#server-testing/scripted-model.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { openTestServer, type TestServer, testSecret } from '#server-testing/test-server.ts'

let model: ScriptedModel
let server: TestServer
let variables: Record<string, string>
let ada: TestClient
beforeAll(async () => {
  model = await startScriptedModel()
  variables = {
    ASSISTANT_MODEL: `provider=compatible,model=scripted,url=${model.url},price=0.50`,
    ALLOWED_PROVIDER_HOSTS: '127.0.0.1',
    JOB_LEASE_SECONDS: '1',
  }
  const plans = { signUp: 1, daily: 0 }
  server = await openTestServer({ providers: [createInstantProvider()], variables, plans })
})
afterAll(async () => {
  expect(await checkLedger(server.database.system)).toEqual([])
  await server.close()
  await model.stop()
})
beforeEach(async () => {
  ada = await signUp(server)
})
const processes = processesOf('assistant')

type ImproveReply = { prompt: string; price: number; message: string; code: string; data: Record<string, unknown> }
const good = { text: '<prompt>a red fox at dawn</prompt>' }
const bodyOf = (prompt: string) => ({ prompt, model: 'Sketch' })
/** A prompt that the script knows by its words. */
function scripted(...turns: ScriptedTurn[]): string {
  const prompt = `a fox ${randomUUID()}`
  model.script(prompt, ...turns)
  return prompt
}
const improve = (prompt: string, headers: Record<string, string> = {}, client = ada) =>
  client.send<ImproveReply>('POST', '/api/prompts/improve', bodyOf(prompt), headers)

/** Kind, amount and purpose of the entries, without grants. */
const entriesOf = async (person: TestClient) =>
  (await ledgerOf(person))
    .filter(({ kind }) => kind !== 'grant')
    .map(({ kind, amount, purpose }) => [kind, amount, purpose])
const held = ['hold', -50, 'improved-prompt']
const paid = [held, ['settlement', 0, 'improved-prompt']]
const returned = [held, ['release', 50, 'improved-prompt']]

describe('the price of a prompt of the server’s language model', () => {
  it('is offered, held while the model writes, and paid with the answer', async () => {
    expect((await ada.send('GET', '/api/prompts/language-model')).body).toMatchObject({ price: 50 })
    const prompt = scripted({ text: 'Well, ', hangs: true })
    const leaving = new AbortController()
    const asking = Promise.resolve(
      server.app.request('/api/prompts/improve', {
        method: 'POST',
        signal: leaving.signal,
        headers: { host: 'localhost', origin: testOrigin, cookie: ada.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(prompt)),
      }),
    ).catch(() => null)
    await vi.waitFor(() => expect(model.askedAbout(prompt)).toHaveLength(1), { timeout: 10_000 })
    expect(await creditsOf(ada)).toMatchObject({ available: 50, held: 50 })
    // The caller leaves.
    leaving.abort()
    await asking
    await vi.waitFor(async () => expect(await creditsOf(ada)).toMatchObject({ available: 100, held: 0 }))
    expect((await improve(scripted(good))).body).toMatchObject({ prompt: 'a red fox at dawn', price: 50 })
    expect(await entriesOf(ada)).toEqual([...returned, ...paid])
  })

  it.each([
    ['nothing', { text: '' }, 422],
    ['a refusal', { text: 'No.' }, 422],
    ['a page', { text: '<html></html>' }, 422],
    ['too much', { text: `<prompt>${'x'.repeat(5_000)}</prompt>` }, 422],
    ['half an answer', { text: '<prompt>a red', finish: 'length' }, 422],
    ['a failure', { status: 500 }, 503],
  ])('is given back where the model answers %s', async (_case, turn, status) => {
    const prompt = scripted(turn, turn, turn, turn)
    expect((await improve(prompt)).status).toBe(status)
    expect(await entriesOf(ada)).toEqual(returned)
  })

  it('is refused as that of images where credits are missing, and the model is not asked', async () => {
    for (const _ of [1, 2]) await improve(scripted(good))
    const prompt = scripted(good)
    const { status, body } = await improve(prompt)
    expect([status, body.code, body.data]).toEqual([402, 'out-of-credits', { missing: 50 }])
    expect(model.askedAbout(prompt)).toEqual([])
  })

  it('stands in the usage beside images, and in the CSV', async () => {
    await improve(scripted(good))
    const usage = async (by: string) =>
      (await ada.send<UsageShape>('GET', `/api/credits/usage?by=${by}`)).body.items.map((item) => ({ ...item }))
    const both = { key: 'language-model', label: 'Prompts and descriptions', images: 0, calls: 1, spent: 50 }
    expect(await usage('model')).toEqual([both])
    expect(await usage('project')).toEqual([both])
    expect(await usage('day')).toEqual([expect.objectContaining({ images: 0, calls: 1, spent: 50 })])
    const csv = await (await ada.raw('GET', '/api/credits/usage?format=csv')).text()
    expect(csv).toMatch(/,hold,-0\.50,signup,,,,,improved-prompt\r\n/)
  })

  it("is nothing for a user's own model", async () => {
    const own = { provider: 'compatible', baseUrl: model.url, model: 'scripted' }
    expect((await ada.send('PUT', '/api/assistant/model', own)).status).toBe(200)
    expect((await ada.send('GET', '/api/prompts/language-model')).body).toMatchObject({ price: 0 })
    expect((await improve(scripted(good))).body.price).toBe(0)
    expect(await entriesOf(ada)).toEqual([])
  })

  it('is bounded by the budget of a token, and counts in it', async () => {
    const program = await makeProgram(server, ada, { budget: { credits: 0.6, per: 'total' } })
    const ask = (prompt: string) => program.send<ImproveReply>('POST', '/api/prompts/improve', bodyOf(prompt))
    expect((await ask(scripted({ text: 'No.' }))).status).toBe(422)
    expect((await ask(scripted(good))).body.price).toBe(50)
    const { status, body } = await ask(scripted(good))
    expect([status, body.code, body.data]).toMatchObject([402, 'token-budget', { spent: 50, missing: 40 }])
  })
})

describe('a repeated request with its Idempotency-Key', () => {
  it('is given the first answer, asks no model and pays nothing, also at the same time', async () => {
    const [prompt, key] = [scripted(good), { 'idempotency-key': randomUUID() }]
    const replies = await Promise.all([improve(prompt, key), improve(prompt, key)])
    replies.push(await improve(prompt, key))
    for (const { body } of replies) expect(body).toMatchObject({ prompt: 'a red fox at dawn', price: 50 })
    expect(model.askedAbout(prompt)).toHaveLength(1)
    expect(await entriesOf(ada)).toEqual(paid)
    expect((await improve('another', key)).status).toBe(409)
  })

  it('asks again where the first had no answer', async () => {
    const [prompt, key] = [scripted({ text: 'No.' }, good), { 'idempotency-key': randomUUID() }]
    expect((await improve(prompt, key)).status).toBe(422)
    expect((await improve(prompt, key)).body.price).toBe(50)
    expect(await entriesOf(ada)).toEqual([...returned, ...paid])
  })
})

describe('a process that is killed while the model writes', () => {
  it('costs nothing: the price is given back, and the key can be used again', async () => {
    const prompt = scripted({ text: 'Well, ', hangs: true }, good)
    const order: AssistantProcess = {
      connectionString: server.testDatabase.connectionString,
      dataDir: server.dataDir,
      secret: testSecret,
      variables: { ...variables, DATABASE_CONNECTIONS: '4' },
      cookie: ada.cookie,
      path: '/api/prompts/improve',
      body: bodyOf(prompt),
      headers: { 'idempotency-key': randomUUID() },
    }
    const killed = processes.start(order)
    await vi.waitFor(() => expect(model.askedAbout(prompt)).toHaveLength(1), { timeout: 40_000 })
    await killed.kill()
    expect(await creditsOf(ada)).toMatchObject({ held: 50 })
    await vi.waitFor(async () => expect(await entriesOf(ada)).toEqual(returned), { timeout: 6_000, interval: 50 })
    expect((await improve(prompt, order.headers)).body.price).toBe(50)
    const { rows } = await server.database.system.execute(sql`select from language_calls`)
    expect(rows).toEqual([])
  }, 60_000)
})
