import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageUses } from '#server/db/schema/assistant.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { type ScriptedModel, type ScriptedTurn, startScriptedModel } from '#server-testing/scripted-model.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let model: ScriptedModel
let server: TestServer
let ada: TestClient
beforeAll(async () => {
  model = await startScriptedModel()
  server = await openTestServer({
    providers: [createInstantProvider()],
    variables: {
      ASSISTANT_MODEL: `provider=compatible,model=scripted,url=${model.url},tokens-per-day=10000`,
      ALLOWED_PROVIDER_HOSTS: '127.0.0.1',
    },
  })
})
afterAll(async () => {
  await server.close()
  await model.stop()
})
beforeEach(async () => {
  ada = await signUp(server)
})

function scripted(turn: ScriptedTurn): string {
  const prompt = `a fox ${randomUUID()}`
  model.script(prompt, turn)
  return prompt
}
/** Asks until the model hangs. @returns Leaves, and waits until the call has ended. */
async function begin(turn: ScriptedTurn, headers: Record<string, string> = {}): Promise<() => Promise<unknown>> {
  const leaving = new AbortController()
  const before = model.hanging()
  const asking = Promise.resolve(
    server.app.request('/api/prompts/improve', {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        ...{ host: 'localhost', origin: testOrigin, cookie: ada.cookie, 'content-type': 'application/json' },
        ...headers,
      },
      body: JSON.stringify({ prompt: scripted({ ...turn, hangs: true }), model: 'Sketch' }),
    }),
  ).catch(() => null)
  await vi.waitFor(() => expect(model.hanging()).toBe(before + 1), { timeout: 10_000 })
  return () => {
    leaving.abort()
    return asking
  }
}
const improve = (prompt: string) =>
  ada.send<{ code: string; message: string }>('POST', '/api/prompts/improve', { prompt, model: 'Sketch' })
const good = { text: '<prompt>a red fox</prompt>' }
const usesOf = async ({ userId }: TestClient) =>
  (await server.database.system.select().from(languageUses).where(eq(languageUses.userId, userId))).map(
    ({ tokens }) => tokens,
  )
/** The guessed tokens of the instructions and a prompt. */
const maxInput = 500

describe('the tokens of a call', () => {
  it('are reserved with the longest answer that the model is asked for', async () => {
    const leave = await begin({ text: 'Well, ' })
    const [reserved = 0] = await usesOf(ada)
    const { max_tokens: longest } = model.requests.at(-1) as unknown as { max_tokens: number }
    expect(longest).toBe(6_000)
    expect(reserved).toBeGreaterThan(longest)
    expect(reserved).toBeLessThan(longest + maxInput)
    const second = await begin({ text: 'Well, ' })
    // Both together are more than those of the day.
    expect(await improve(scripted(good))).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/tokens of this server/) },
    })
    await Promise.all([leave(), second()])
  })

  it('are those of the question and of what was written, where the caller leaves', async () => {
    const text = `<prompt>${'x'.repeat(20_000)}`
    const leave = await begin({ text })
    // It has been sent; this process reads it in one of its next turns.
    await pause(500)
    await leave()
    const written = Math.ceil(text.length / 4)
    await vi.waitFor(async () => {
      const [used = 0] = await usesOf(ada)
      expect(used).toBeGreaterThan(written)
      expect(used).toBeLessThan(written + maxInput)
    })
  })

  it('are those of the question where the model fails, a picture by its pixels', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
    model.script('image/jpeg', ...Array<ScriptedTurn>(4).fill({ status: 500 }))
    expect((await ada.send('POST', `/api/images/${card.images[0]?.id}/describe`, {})).status).toBe(503)
    const [used = 0] = await usesOf(ada)
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThan(2_000)
  })
})

describe('calls of one user at once', () => {
  it('are three, also of their own model', async () => {
    const own = { provider: 'compatible', baseUrl: model.url, model: 'scripted' }
    expect((await ada.send('PUT', '/api/assistant/model', own)).status).toBe(200)
    const leave = [await begin(good), await begin(good), await begin(good)]
    const prompt = scripted(good)
    const { status, body } = await improve(prompt)
    expect([status, body.code]).toEqual([429, 'rate-limited'])
    expect(body.message).toMatch(/^3 requests of yours/)
    expect(model.askedAbout(prompt)).toEqual([])
    await Promise.all(leave.map((each) => each()))
    await vi.waitFor(async () => expect((await improve(scripted(good))).status).toBe(200))
  })
})
