import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { ConnectionShape, FoundModelShape } from '#contract/models/model-connection.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { connectionModels, modelConnections } from '#server/db/schema/model-connections.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { createOpenAiImagesProvider } from '#server/providers/vendors/added-openai/added-openai-provider.ts'
import { createFalProvider } from '#server/providers/vendors/fal/fal-provider.ts'
import { createOpenRouterProvider } from '#server/providers/vendors/openrouter/openrouter-provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { removedAccount } from '#server-testing/removed-account.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { startFalFake } from '#server-testing/vendors/fal-fake.ts'
import { startOpenAiImagesFake } from '#server-testing/vendors/openai-images-fake.ts'
import { startOpenRouterFake } from '#server-testing/vendors/openrouter-fake.ts'
import { fakeKey } from '#server-testing/vendors/vendor-fake.ts'

const openRouter = await startOpenRouterFake()
const fal = await startFalFake()
const theirs = await startOpenAiImagesFake()
const download = createPictureDownload()
const endpointFetch = createEndpointFetch()
const added = { download, endpointFetch, pollMs: 5 }
const context = withTestServer({
  providers: [
    createInstantProvider(),
    createOpenRouterProvider({ ...added, baseUrl: openRouter.url }),
    createFalProvider({ ...added, baseUrl: fal.url }),
    createOpenAiImagesProvider(added),
  ],
  plans: { signUp: 100, daily: 0 },
})
afterAll(async () => {
  await Promise.all([openRouter.stop(), fal.stop(), theirs.stop(), download.close(), endpointFetch.close()])
})

const flux = 'black-forest-labs/flux.2-pro'
let operator: TestClient
let ada: TestClient
let count = 0
beforeAll(async () => {
  // The first account runs the server.
  operator = await signUp(context.server)
})
beforeEach(async () => {
  ada = await signUp(context.server)
})

type Body = Record<string, unknown>
const freshName = () => `Mine ${++count}`
const add = (client: TestClient, over: Body = {}) =>
  client.send<ConnectionShape>('POST', '/api/model-connections', {
    kind: 'openrouter',
    name: freshName(),
    key: fakeKey,
    audience: 'me',
    models: [{ apiModel: flux }],
    ...over,
  })
const modelsOf = async (client: TestClient, connectionId: string) => {
  const { body } = await client.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.filter(({ connection }) => connection?.id === connectionId)
}
const issueOf = (reply: { body: { data?: { issues?: { path: string[] }[] } } }) => reply.body.data?.issues?.[0]?.path

describe('looking at a provider before it is added', () => {
  it('lists its models with what they can do and cost at the rate of the server, and stores nothing', async () => {
    const looked = await ada.send<{ check: { state: string; ms: number }; items: FoundModelShape[] }>(
      'POST',
      '/api/model-connections/look',
      { kind: 'openrouter', key: fakeKey },
    )
    expect(looked.status).toBe(200)
    expect(looked.body.check.state).toBe('answers')
    expect(looked.body.check.ms).toBeGreaterThanOrEqual(0)
    expect(looked.body.items.map(({ name, does, credits }) => [name, does, credits])).toEqual([
      ['FLUX.2 Pro', ['words', 'edit'], 48],
      ['GPT Image 2.6 Flare', ['words', 'edit'], null],
    ])
    const { body } = await ada.send<{ items: ConnectionShape[] }>('GET', '/api/model-connections')
    expect(body.items).toEqual([])
  })

  it('says at the key that it is refused', async () => {
    const refused = await ada.send<never>('POST', '/api/model-connections/look', { kind: 'fal', key: 'fal-wrong-key' })
    expect([refused.status, issueOf(refused)]).toEqual([400, ['key']])
    expect(refused.body).toMatchObject({ message: "fal doesn't know this key. Copy it again, as a whole." })
  })

  it.each([
    ['http://127.0.0.1:9', 'internal network'],
    ['https://169.254.169.254/v1', 'internal network'],
    ['https://localhost:8443', 'internal network'],
  ])('calls no internal address for a person: %s', async (baseUrl, words) => {
    const asked = theirs.asked.length
    const refused = await ada.send<never>('POST', '/api/model-connections/look', {
      kind: 'openai-images',
      baseUrl,
      key: fakeKey,
    })
    expect([refused.status, issueOf(refused)]).toEqual([400, ['baseUrl']])
    expect(JSON.stringify(refused.body)).toContain(words)
    expect(theirs.asked).toHaveLength(asked)
  })

  it('calls any address for the operator', async () => {
    const body = { kind: 'openai-images', baseUrl: theirs.url, key: fakeKey }
    const looked = await operator.send<{ items: FoundModelShape[] }>('POST', '/api/model-connections/look', body)
    expect(looked.body.items.map(({ apiModel, credits }) => [apiModel, credits])).toEqual([['my-flux', null]])
  })

  it.each([
    [{ kind: 'openai-images', key: '' }, ['baseUrl']],
    [{ kind: 'fal', key: '' }, ['key']],
    [{ kind: 'fal', key: fakeKey, baseUrl: 'https://fal.example' }, ['baseUrl']],
    [{ kind: 'openai-images', key: '', baseUrl: 'ftp://x.example' }, ['baseUrl']],
    [{ kind: 'openai-images', key: '', baseUrl: 'https://me:pw@x.example' }, ['baseUrl']],
    [{ kind: 'openai-images', key: '', baseUrl: 'https://x.example/?a=1' }, ['baseUrl']],
    [{ kind: 'openrouter', key: 'two words' }, ['key']],
  ])('refuses %j at its field', async (body, path) => {
    const refused = await ada.send<never>('POST', '/api/model-connections/look', body)
    expect([refused.status, issueOf(refused)]).toEqual([400, path])
  })
})

describe("a person's own provider", () => {
  it('brings the models that were chosen into their picker alone, at no price', async () => {
    const { status, body } = await add(ada)
    expect(status).toBe(201)
    expect(body).toMatchObject({ audience: 'me', canChange: true, lastFour: fakeKey.slice(-4) })
    expect(JSON.stringify(body)).not.toContain(fakeKey)
    const [model] = await modelsOf(ada, body.id)
    expect(model).toMatchObject({
      name: `FLUX.2 Pro (${body.name})`,
      isAvailable: true,
      ownKey: true,
      prices: { '1K': 0 },
    })
    const grace = await signUp(context.server)
    expect(await modelsOf(grace, body.id)).toEqual([])
    const refused = await grace.send('POST', '/api/generations', { prompt: 'a lake', model: model?.value })
    expect(refused.status).toBe(422)
  })

  it('makes pictures with its key, and takes no credits', async () => {
    const before = (await ada.send<CreditsShape>('GET', '/api/credits')).body
    const { body } = await add(ada)
    const [model] = await modelsOf(ada, body.id)
    const done = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model: model?.name ?? '' }))
    expect([done.status, done.price, done.model]).toEqual(['completed', 0, model?.name])
    expect((await ada.send<CreditsShape>('GET', '/api/credits')).body).toEqual(before)
    expect(openRouter.lastCreate().headers.get('authorization')).toBe(`Bearer ${fakeKey}`)
  })

  it('offers its editing models as executors of edits, at no price', async () => {
    const { body } = await add(ada)
    const executorsOf = async (client: TestClient) => {
      const reply = await client.send<{ items: EditOperationShape[] }>('GET', '/api/edit-operations')
      return reply.body.items
        .filter(({ executors }) => executors.some(({ executor }) => executor === `FLUX.2 Pro (${body.name})`))
        .map(({ operation, executors }) => [
          operation,
          executors.find(({ executor }) => executor.endsWith(`(${body.name})`))?.price,
        ])
    }
    expect(await executorsOf(ada)).toEqual([
      ['replace-background', 0],
      ['instruct', 0],
      ['restyle', 0],
    ])
    expect(await executorsOf(await signUp(context.server))).toEqual([])
  })

  it('of fal is asked once for each picture', async () => {
    const { body } = await add(ada, { kind: 'fal', models: [{ apiModel: 'fal-ai/flux/dev' }] })
    const [model] = await modelsOf(ada, body.id)
    const asked = fal.creates().length
    const done = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model: model?.name ?? '' }))
    expect(done.status).toBe('completed')
    expect(fal.creates()).toHaveLength(asked + 4)
  })

  it('is stored with its key encrypted, and deleted with the account', async () => {
    const { body } = await add(ada)
    const { system } = context.server.database
    const [row] = await system.select().from(modelConnections).where(eq(modelConnections.id, body.id))
    expect(row?.sealed?.includes(fakeKey)).toBe(false)
    await ada.send('DELETE', '/api/account', { password: 'correct horse' })
    await removedAccount(context.server, ada.userId)
    expect(await system.select().from(modelConnections).where(eq(modelConnections.id, body.id))).toEqual([])
    expect(await system.select().from(connectionModels).where(eq(connectionModels.connectionId, body.id))).toEqual([])
  })

  it('is added once by requests of the same Idempotency-Key', async () => {
    const body = { kind: 'openrouter', name: freshName(), key: fakeKey, audience: 'me', models: [{ apiModel: flux }] }
    const headers = { 'idempotency-key': 'one-connection' }
    const again = () => ada.send<ConnectionShape>('POST', '/api/model-connections', body, headers)
    const [first, second] = await Promise.all([again(), again()])
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    expect((await again()).body.id).toBe(first.body.id)
  })

  it('keeps one name once', async () => {
    const name = freshName()
    await add(ada, { name })
    const again = await add(ada, { name: name.toUpperCase() })
    expect([again.status, issueOf(again as never)]).toEqual([400, ['name']])
    const shared = freshName()
    await add(operator, { name: shared, audience: 'everyone' })
    expect((await add(ada, { name: shared })).status).toBe(400)
  })

  it('is used in place of one for everybody that was given its name later', async () => {
    const name = freshName()
    const { body } = await add(ada, { name })
    await add(operator, { name, audience: 'everyone' })
    const done = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model: `FLUX.2 Pro (${name})` }))
    expect([body.audience, done.status, done.price]).toEqual(['me', 'completed', 0])
  })

  it('takes no model that its provider does not have', async () => {
    expect((await add(ada, { models: [{ apiModel: 'nobody/nothing' }] })).status).toBe(400)
  })

  it('does not exist for others', async () => {
    const { body } = await add(ada)
    const grace = await signUp(context.server)
    const at = `/api/model-connections/${body.id}`
    const replies = await Promise.all([
      grace.send('PATCH', at, { name: 'Stolen' }),
      grace.send('POST', `${at}/test`),
      grace.send('POST', `${at}/refresh`),
      grace.send('POST', `${at}/models`, { models: [{ apiModel: flux, isShown: false }] }),
      grace.send('DELETE', at),
      operator.send('DELETE', at),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(404))
    expect(await modelsOf(ada, body.id)).toHaveLength(1)
  })
})

describe('a host of an internal network that the operator allows', () => {
  it('can be the address of a person’s own provider, and makes their pictures', async () => {
    const { host } = new URL(theirs.url)
    const server = context.server.another({ ALLOWED_PROVIDER_HOSTS: '127.0.0.1, ai.lan' })
    const grace = await signUp(server)
    const { status, body } = await add(grace, {
      kind: 'openai-images',
      baseUrl: `http://${host}`,
      models: [{ apiModel: 'my-flux' }, { apiModel: 'entered-by-hand' }],
    })
    expect([status, body.models.map(({ apiModel, isShown }) => [apiModel, isShown])]).toEqual([
      201,
      [
        ['entered-by-hand', true],
        ['my-flux', true],
      ],
    ])
  })
})

describe('a provider for everybody', () => {
  const addForAll = (over: Body = {}) => add(operator, { audience: 'everyone', ...over })

  it('is added by the operator alone', async () => {
    const refused = await add(ada, { audience: 'everyone' })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { message: expect.stringContaining('runs this server') },
    ])
  })

  it("costs the provider's price at 30 credits a dollar, by size", async () => {
    const { body } = await addForAll()
    const [model] = await modelsOf(ada, body.id)
    expect(model).toMatchObject({ ownKey: false, prices: { '1K': 48, '2K': 189 }, isAvailable: true })
    const before = (await ada.send<CreditsShape>('GET', '/api/credits')).body.available
    const done = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model: model?.name ?? '' }))
    expect([done.status, done.price]).toEqual(['completed', 4 * 48])
    expect((await ada.send<CreditsShape>('GET', '/api/credits')).body.available).toBe(before - 4 * 48)
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })

  it('needs a price where the provider says none, and takes the entered one and the seconds', async () => {
    const models = [{ apiModel: 'my-flux' }]
    const here = { kind: 'openai-images', baseUrl: theirs.url }
    const refused = await addForAll({ ...here, models })
    expect([refused.status, issueOf(refused as never)]).toEqual([400, ['models']])
    const { body } = await addForAll({ ...here, models: [{ apiModel: 'my-flux', credits: 25, seconds: 4 }] })
    const [model] = await modelsOf(ada, body.id)
    expect(model).toMatchObject({ prices: { '1K': 25, '2K': 25 }, stats: { speed: 4 } })
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })

  it('is listed for others without its address and the end of its key, with what can be chosen', async () => {
    const { body } = await addForAll()
    const listed = await ada.send<{ items: ConnectionShape[]; canAddForEveryone: boolean }>(
      'GET',
      '/api/model-connections',
    )
    const seen = listed.body.items.find(({ id }) => id === body.id)
    expect(listed.body.canAddForEveryone).toBe(false)
    expect(seen).toMatchObject({ canChange: false, lastFour: null, baseUrl: null, audience: 'everyone' })
    expect(seen?.models.map(({ apiModel }) => apiModel)).toEqual([flux])
    expect((await ada.send('DELETE', `/api/model-connections/${body.id}`)).status).toBe(422)
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })

  it('is in the picker of visitors too', async () => {
    const { body } = await addForAll()
    const { body: list } = await sendOpen<{ items: ModelShape[] }>(context.server, 'GET', '/api/models')
    expect(list.items.some(({ connection }) => connection?.id === body.id)).toBe(true)
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })

  it('is known to another process within moments', async () => {
    const other = context.server.another()
    const { body } = await addForAll()
    await expect
      .poll(async () => {
        const { body: list } = await sendOpen<{ items: ModelShape[] }>(other, 'GET', '/api/models')
        return list.items.some(({ connection }) => connection?.id === body.id)
      })
      .toBe(true)
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })
})

describe('an added provider', () => {
  it('is tested without a picture, and says why it refuses', async () => {
    const { body } = await add(ada)
    const made = openRouter.creates().length
    const test = () => ada.send<ConnectionShape>('POST', `/api/model-connections/${body.id}/test`)
    expect((await test()).body.check).toMatchObject({ state: 'answers', reason: null })
    openRouter.play('wrong-key')
    expect((await test()).body.check).toMatchObject({
      state: 'refused',
      ms: null,
      reason: expect.stringContaining("doesn't know this key"),
    })
    openRouter.play('overloaded')
    expect((await test()).body.check?.state).toBe('away')
    expect(openRouter.creates()).toHaveLength(made)
  })

  it('gets another key only once the provider has accepted it', async () => {
    const { body } = await add(ada)
    const change = (key: string) => ada.send<ConnectionShape>('PATCH', `/api/model-connections/${body.id}`, { key })
    const refused = await change('sk-wrong-key-1')
    expect([refused.status, issueOf(refused as never)]).toEqual([400, ['key']])
    openRouter.play('overloaded')
    expect((await change(fakeKey)).status).toBe(503)
    expect((await change(fakeKey)).body.lastFour).toBe(fakeKey.slice(-4))
  })

  it('is renamed, with its models', async () => {
    const { body } = await add(ada)
    const name = freshName()
    await ada.send('PATCH', `/api/model-connections/${body.id}`, { name })
    expect((await modelsOf(ada, body.id))[0]?.name).toBe(`FLUX.2 Pro (${name})`)
  })

  it('switches models on and off, which takes effect at once', async () => {
    const { body } = await add(ada)
    const [model] = await modelsOf(ada, body.id)
    const choose = (models: object[]) =>
      ada.send<ConnectionShape>('POST', `/api/model-connections/${body.id}/models`, { models })
    await choose([{ apiModel: flux, isShown: false }])
    expect(await modelsOf(ada, body.id)).toEqual([])
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a lake', model: model?.value })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining("is switched off under 'Models'"),
    ])
    await choose([
      { apiModel: flux, isShown: true },
      { apiModel: 'openai/gpt-image-2.6-flare', isShown: true },
    ])
    expect(await modelsOf(ada, body.id)).toHaveLength(2)
  })

  it('is asked for its models again: entered prices stay, what is gone is retired', async () => {
    const { body } = await add(operator, { audience: 'everyone', models: [{ apiModel: flux, credits: 99 }] })
    const { system } = context.server.database
    // As if an earlier list had had one model more.
    const [row] = await system
      .select()
      .from(connectionModels)
      .where(eq(connectionModels.connectionId, body.id))
      .limit(1)
    await system.insert(connectionModels).values({
      ...row!,
      apiModel: 'old/model',
      value: `${row!.value}.old`,
      found: { ...row!.found, apiModel: 'old/model', name: 'Old' },
      isShown: true,
      shownAt: new Date(),
    })
    const refreshed = await operator.send<ConnectionShape>('POST', `/api/model-connections/${body.id}/refresh`)
    expect(refreshed.status).toBe(200)
    const models = await modelsOf(ada, body.id)
    expect(models.map(({ name, isAvailable, missing }) => [name, isAvailable, missing])).toEqual([
      [`FLUX.2 Pro (${body.name})`, true, null],
      [`Old (${body.name})`, false, `${body.name} lists Old no more.`],
    ])
    expect(models[0]?.prices['1K']).toBe(99)
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })

  it('is removed with its key; cards keep the name, and say what to do', async () => {
    const { body } = await add(ada)
    const [model] = await modelsOf(ada, body.id)
    const done = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model: model?.name ?? '' }))
    const removed = await ada.send<{ models: number }>('DELETE', `/api/model-connections/${body.id}`)
    expect(removed.body.models).toBe(1)
    const { system } = context.server.database
    const [row] = await system.select().from(modelConnections).where(eq(modelConnections.id, body.id))
    expect([row?.sealed, row?.lastFour]).toEqual([null, null])
    expect(await modelsOf(ada, body.id)).toEqual([])
    const { body: cards } = await ada.send<{ items: { model: string }[] }>(
      'GET',
      `/api/projects/${done.projectId}/generations`,
    )
    expect(cards.items.map((card) => card.model)).toEqual([model?.name])
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a lake', model: model?.value })
    expect(refused.body.message).toContain('was removed from this server')
  })

  it('that was removed while an image waited fails it with a sentence, and calls nothing', async () => {
    const { body } = await add(ada)
    const [model] = await modelsOf(ada, body.id)
    const { system } = context.server.database
    await system
      .update(modelConnections)
      .set({ sealed: Buffer.alloc(40) })
      .where(eq(modelConnections.id, body.id))
    const made = openRouter.creates().length
    const failed = await ada.settled(await ada.generate({ prompt: 'a lake', model: model?.name ?? '' }))
    expect(failed.images[0]?.error).toEqual({
      code: 'key',
      message: 'The provider of this model was removed. Choose another model.',
    })
    expect(openRouter.creates()).toHaveLength(made)
  })

  it('that is unreachable is noticed for its own lane, not for that of another', async () => {
    const { body: mine } = await add(ada)
    const { body: other } = await add(ada)
    const { system } = context.server.database
    await system.execute(
      `insert into provider_circuits (provider, key_owner, failures, retry_at) values ('openrouter', '${mine.id}', 9, now())`,
    )
    expect((await modelsOf(ada, mine.id))[0]?.notice).toBe(
      `${mine.name} does not answer at the moment. Pictures wait for it.`,
    )
    expect((await modelsOf(ada, other.id))[0]?.notice).toBeNull()
  })
})
