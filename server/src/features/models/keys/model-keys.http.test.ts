import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import type { ModelKeyShape } from '#contract/models/model-key.ts'
import { modelKeys } from '#server/db/schema/model-keys.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { removedAccount } from '#server-testing/removed-account.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const keysUsed: string[] = []
const keysChecked: string[] = []
/** Keys that Replicate accepts no more. */
const revoked = new Set<string>()
const instant = createInstantProvider()
/** Accepts keys that begin with 'good', rejects others, and does not answer for 'silent'. */
const replicate = createInstantProvider({
  name: 'replicate',
  opens: 'by-key',
  async checkKey(key) {
    keysChecked.push(key)
    if (revoked.has(key)) return 'rejected'
    if (key.startsWith('silent')) throw new Error('no answer')
    return key.startsWith('good') ? 'accepted' : 'rejected'
  },
  generate(request, call) {
    keysUsed.push(call.key)
    return instant.generate(request, call)
  },
})
const lanes = 4
let gate = closedGate()
/** Holds requests for 'behind a gate' until the gate is opened. */
const openai = createInstantProvider({
  name: 'openai',
  opens: 'by-key',
  concurrency: lanes,
  async generate(request, call) {
    keysUsed.push(call.key)
    if (request.prompt.includes('behind a gate')) await gate.opened
    return instant.generate(request, call)
  },
})
const context = withTestServer({
  providers: [replicate, openai],
  variables: { OPENAI_API_KEY: 'sk-of-the-operator' },
  plans: { signUp: 10, daily: 0 },
})

function closedGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { opened, open }
}

let ada: TestClient
beforeEach(async () => {
  keysUsed.length = 0
  gate = closedGate()
  ada = await signUp(context.server)
})

const save = (client: TestClient, key: string, provider = 'replicate') =>
  client.send<ModelKeyShape>('PUT', `/api/model-keys/${provider}`, { key })
const modelOf = async (client: TestClient, name: string) => {
  const { body } = await client.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.find((model) => model.name === name)!
}

describe("a user's own key", () => {
  it('is shown by its last four characters, and never returned again', async () => {
    expect((await save(ada, ' good-key-1234 ')).body).toMatchObject({
      provider: 'replicate',
      lastFour: '1234',
      check: 'accepted',
      onServer: false,
    })
    const listed = await ada.send<{ items: ModelKeyShape[] }>('GET', '/api/model-keys')
    expect(listed.body.items.map(({ provider, lastFour }) => [provider, lastFour])).toContainEqual([
      'replicate',
      '1234',
    ])
    expect(JSON.stringify(listed.body)).not.toContain('good-key')
    expect((await ada.send<ModelKeyShape>('GET', '/api/model-keys/replicate')).body.lastFour).toBe('1234')
  })

  it("is listed beside the providers with an operator's key", async () => {
    expect((await ada.send<ModelKeyShape>('GET', '/api/model-keys/openai')).body).toEqual({
      provider: 'openai',
      lastFour: null,
      check: null,
      savedAt: null,
      onServer: true,
    })
  })

  it('is stored encrypted', async () => {
    await save(ada, 'good-key-1234')
    const [row] = await context.server.database.system.select().from(modelKeys).where(eq(modelKeys.userId, ada.userId))
    expect(row?.sealed.includes('good-key')).toBe(false)
  })

  it('that the provider rejects is not saved, with an error at the field', async () => {
    await save(ada, 'good-key-1234')
    const refused = await ada.send('PUT', '/api/model-keys/replicate', { key: 'wrong-key-5678' })
    expect(refused.status).toBe(400)
    expect(refused.body.data?.issues?.[0]).toMatchObject({ path: ['key'] })
    expect(refused.body.message).toBe("Replicate doesn't know this key. Copy it again, as a whole.")
    expect((await ada.send<ModelKeyShape>('GET', '/api/model-keys/replicate')).body.lastFour).toBe('1234')
  })

  it('is not saved where the provider does not answer', async () => {
    const refused = await save(ada, 'silent-key-1234')
    expect(refused.status).toBe(503)
    expect((await ada.send<ModelKeyShape>('GET', '/api/model-keys/replicate')).body.lastFour).toBeNull()
  })

  it('is saved unchecked where a provider has no call for that', async () => {
    expect((await save(ada, 'sk-anything', 'openai')).body.check).toBe('unknown')
  })

  it.each([['short'], [''], ['with a space in it'], ['x'.repeat(501)], ['schlüssel-123']])('is not %j', async (key) => {
    const refused = await save(ada, key)
    expect(refused.status).toBe(400)
  })

  it('is accepted only for providers that take one', async () => {
    expect((await save(ada, 'good-key-1234', 'sketch')).status).toBe(400)
    expect((await save(ada, 'good-key-1234', 'krea')).status).toBe(422)
  })

  it('is invisible to other users', async () => {
    await save(ada, 'good-key-1234')
    const bob = await signUp(context.server)
    expect((await bob.send<ModelKeyShape>('GET', '/api/model-keys/replicate')).body.lastFour).toBeNull()
    await bob.send('DELETE', '/api/model-keys/replicate')
    expect((await ada.send<ModelKeyShape>('GET', '/api/model-keys/replicate')).body.lastFour).toBe('1234')
  })

  it('is deleted with the account', async () => {
    await save(ada, 'good-key-1234')
    expect((await ada.send('DELETE', '/api/account', { password: 'correct horse' })).status).toBe(200)
    await removedAccount(context.server, ada.userId)
    const rows = await context.server.database.system.select().from(modelKeys).where(eq(modelKeys.userId, ada.userId))
    expect(rows).toEqual([])
  })
})

describe('a test of a key', () => {
  const test = (provider: string) => ada.send<ConnectionCheckShape>('POST', `/api/model-keys/${provider}/test`)

  it("asks with the user's own key how long the answer takes", async () => {
    await save(ada, 'good-key-test')
    keysChecked.length = 0
    expect((await test('replicate')).body).toMatchObject({ state: 'answers', ms: expect.any(Number), reason: null })
    expect(keysChecked).toEqual(['good-key-test'])
    expect(keysUsed).toEqual([])
  })

  it('says that a key is accepted no more, and keeps it', async () => {
    await save(ada, 'good-key-revoked')
    revoked.add('good-key-revoked')
    expect((await test('replicate')).body).toMatchObject({
      state: 'refused',
      reason: "Replicate doesn't accept the key any more. Replace it.",
    })
    expect((await ada.send<ModelKeyShape>('GET', '/api/model-keys/replicate')).body.lastFour).toBe('oked')
  })

  it("asks with the server's key where the user has none, and says where nothing can be known", async () => {
    expect((await test('openai')).body).toMatchObject({
      state: 'away',
      reason: expect.stringContaining('no clear answer'),
    })
  })

  it('needs a key', async () => expect((await test('replicate')).status).toBe(422))
})

describe('a model that needs a key', () => {
  it('can be used with the operator’s, at its price', async () => {
    expect(await modelOf(ada, 'ChatGPT Image Fast')).toMatchObject({
      isAvailable: true,
      ownKey: false,
      prices: { '1K': 135 },
    })
    const { body } = await sendOpen<{ items: ModelShape[] }>(context.server, 'GET', '/api/models')
    expect(body.items.find(({ name }) => name === 'ChatGPT Image Fast')?.isAvailable).toBe(true)
  })

  it('can not be used without one, and says what is missing', async () => {
    const { isAvailable, missing } = await modelOf(ada, 'Flux Krea')
    expect([isAvailable, missing]).toEqual([false, 'Replicate needs a key: your own, or one of this server.'])
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a lake', model: 'Flux Krea' })
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('Replicate needs a key')
  })

  it("costs nothing with the user's own, which alone is used", async () => {
    await save(ada, 'good-key-1234')
    expect(await modelOf(ada, 'Flux Krea')).toMatchObject({ isAvailable: true, ownKey: true, prices: { '1K': 0 } })
    const generation = await ada.settled(await ada.generate({ prompt: 'a lake', model: 'Flux Krea' }))
    expect([generation.status, generation.price]).toEqual(['completed', 0])
    expect(new Set(keysUsed)).toEqual(new Set(['good-key-1234']))
    expect((await ada.send('GET', '/api/credits')).body).toMatchObject({ available: 1_000, held: 0 })
  })

  it('does not use the operator’s key instead of one that was removed while the image waited', async () => {
    await save(ada, 'sk-ada-own-key', 'openai')
    const model = 'ChatGPT Image Fast'
    const working = await ada.generate({ prompt: 'a lake behind a gate', model })
    await expect.poll(() => keysUsed.length).toBe(lanes)
    const waiting = await ada.generate({ prompt: 'a lake', model })
    await ada.send('DELETE', '/api/model-keys/openai')
    gate.open()
    expect((await ada.settled(working)).status).toBe('completed')
    const { images } = await ada.settled(waiting)
    expect(images.map(({ error }) => error?.code)).toEqual(['key', 'key', 'key', 'key'])
    expect(new Set(keysUsed)).toEqual(new Set(['sk-ada-own-key']))
  })

  it("fails with a message where the user's own key is gone when the image's turn comes", async () => {
    await save(ada, 'good-key-1234')
    const { system: db } = context.server.database
    await db
      .update(modelKeys)
      .set({ sealed: Buffer.alloc(40) })
      .where(eq(modelKeys.userId, ada.userId))
    const generation = await ada.settled(await ada.generate({ prompt: 'a lake', model: 'Flux Krea' }))
    expect(generation.images[0]?.error).toEqual({
      code: 'key',
      message: "Your key of Replicate is gone. Add it again under 'Model keys', then retry.",
    })
    expect(keysUsed).toEqual([])
  })
})
