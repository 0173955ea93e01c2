import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { RunShape } from '#contract/programs/assistant.ts'
import { asUserId } from '#domain/account/user-id.ts'
import { assistantRuns } from '#server/db/schema/assistant.ts'
import { type ScriptedModel, type ScriptedTurn, startScriptedModel } from '#server-testing/scripted-model.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { createRunStore, RunLost } from './run-rows.ts'

const patient = { timeout: 20_000 }
let model: ScriptedModel
let server: TestServer
beforeAll(async () => {
  model = await startScriptedModel()
  server = await openTestServer({
    variables: { ASSISTANT_MODEL: `provider=compatible,model=scripted,url=${model.url},tokens-per-day=20000` },
  })
})
afterAll(async () => {
  await server.close()
  await model.stop()
})

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(server)
})

async function ask(turns: ScriptedTurn[], over: { projectId?: string; conversationId?: string } = {}) {
  const request = `Request ${randomUUID()}`
  model.script(request, ...turns)
  const { projectId, ...rest } = over
  const id = projectId ?? (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Limits' })).body.id
  const body = { runId: randomUUID(), request, mode: 'plan', ...rest }
  const { status, body: run } = await ada.send<RunShape>('POST', `/api/projects/${id}/assistant`, body)
  return { status, run, request }
}
const read = async (id: string) => (await ada.send<RunShape>('GET', `/api/assistant/runs/${id}`)).body
const stop = (id: string) => ada.send<RunShape>('POST', `/api/assistant/runs/${id}/stop`, {})
async function settled(id: string, state: RunShape['state']): Promise<RunShape> {
  await expect.poll(async () => (await read(id)).state, patient).toBe(state)
  return read(id)
}

describe('a turn of a run', () => {
  it('that writes without an end is stopped, with what it wrote, and counts', async () => {
    const { run } = await ask([{ text: 'On ', isEndless: true }])
    const stopped = await settled(run.id, 'stopped')
    expect(stopped.reason).toContain('wrote on and on')
    const [part] = stopped.parts
    expect(part?.kind === 'text' && part.text.length).toBeGreaterThan(90_000)
    expect(part?.kind === 'text' && part.text.length).toBeLessThanOrEqual(100_000)
    expect(stopped.tokens).toBeGreaterThan(0)
  })

  it.each([
    ['length', 'longer than the model allows'],
    ['content_filter', 'refused to answer'],
  ])('that ends with %s fails with a sentence, and keeps its words', async (finish, sentence) => {
    const { run } = await ask([{ text: 'Half a sen', finish }])
    const failed = await settled(run.id, 'failed')
    expect(failed.reason).toContain(sentence)
    expect(failed.parts).toEqual([{ kind: 'text', text: 'Half a sen' }])
  })

  it('is asked once more with a part of the conversation where the model takes no more', async () => {
    const long = { text: 'word '.repeat(12_000) }
    const first = await ask([long])
    const { conversationId, projectId } = await settled(first.run.id, 'done')
    await server.database.system.update(assistantRuns).set({ tokens: 0 }).where(eq(assistantRuns.id, first.run.id))
    const tooLong = { status: 400, message: 'This model has a maximum context length of 8192 tokens.' }
    const second = await ask([tooLong, { text: 'Short.' }], { projectId, conversationId })
    expect((await settled(second.run.id, 'done')).parts).toEqual([{ kind: 'text', text: 'Short.' }])
    const sizes = model.askedAbout(second.request).map((asked) => JSON.stringify(asked.messages).length)
    expect(sizes[0]).toBeGreaterThan(60_000)
    expect(sizes[1]).toBeLessThan(50_000)
  })
})

describe('createRunStore', () => {
  it('appends to the text of a turn in the database, with the tokens that it takes', async () => {
    const { run } = await ask([{ hangs: true }])
    await expect.poll(() => model.hanging(), patient).toBe(1)
    const isRun = eq(assistantRuns.id, run.id)
    const [row] = await server.database.system.select().from(assistantRuns).where(isRun)
    const options = { userId: asUserId(ada.userId), runId: run.id, worker: row?.worker ?? '', leaseSeconds: 30 }
    const store = createRunStore(server.database.forUser(options.userId), { ...options, tokensPerDay: null })
    for (const text of ['It is ', '“a ”, ', 'red.', '\\ {}'].values()) await store.appendText({ part: 0, text })
    const [after] = await server.database.system.select().from(assistantRuns).where(isRun)
    expect(after?.parts).toEqual([{ kind: 'text', text: 'It is “a ”, red.\\ {}' }])
    expect((after?.reservedTokens ?? 0) - (row?.reservedTokens ?? 0)).toBe(2 + 2 + 1 + 1)
    await stop(run.id)
    await expect(store.appendText({ part: 0, text: 'late' })).rejects.toThrow(RunLost)
  })
})

describe("the tokens of the server's model", () => {
  it('are counted for a turn that is stopped, and reserved while it is under way', async () => {
    const { run } = await ask([{ text: 'I ', hangs: true }])
    await expect.poll(() => model.hanging(), patient).toBe(1)
    const [row] = await server.database.system.select().from(assistantRuns).where(eq(assistantRuns.id, run.id))
    expect(row?.reservedTokens).toBeGreaterThan(500)
    const stopped = await stop(run.id)
    expect(stopped.body.tokens).toBe(row?.reservedTokens)
  })

  it('are refused once those of the day are used or reserved, before a turn as well', async () => {
    const first = await ask([{ text: 'I ', hangs: true }])
    await expect.poll(() => model.hanging(), patient).toBe(1)
    const set = { reservedTokens: 30_000 }
    await server.database.system.update(assistantRuns).set(set).where(eq(assistantRuns.id, first.run.id))
    expect((await ask([{ text: 'More.' }])).status).toBe(429)
    await stop(first.run.id)
  })

  it('end a run whose next turn has none left', async () => {
    const { run } = await ask([{ text: 'One ', calls: [{ tool: 'list_models', input: {} }], hangs: false }])
    await settled(run.id, 'done')
    const looped = Array.from({ length: 24 }, () => ({ calls: [{ tool: 'list_models', input: {} }] }))
    await server.database.system.update(assistantRuns).set({ tokens: 19_700 }).where(eq(assistantRuns.id, run.id))
    const stopped = await settled((await ask(looped)).run.id, 'stopped')
    expect(stopped.reason).toContain('used the tokens')
  })
})

describe('runs at the same time', () => {
  it('are two of a user, on whatever canvases, also where all are asked for at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask([{ text: 'I ', hangs: true }])))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429])
    for (const { status, run } of replies) if (status === 201) await stop(run.id)
    expect((await ask([{ text: 'Again.' }])).status).toBe(201)
  })
})
