import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import type { ConnectionShape } from '#contract/models/model-connection.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { createOpenAiImagesProvider } from '#server/providers/vendors/added-openai/added-openai-provider.ts'
import { createFalProvider } from '#server/providers/vendors/fal/fal-provider.ts'
import { createOpenRouterProvider } from '#server/providers/vendors/openrouter/openrouter-provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
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

const add = (client: TestClient, over: Record<string, unknown> = {}) =>
  client.send<ConnectionShape>('POST', '/api/model-connections', {
    kind: 'openrouter',
    name: `Mine ${++count}`,
    key: fakeKey,
    audience: 'me',
    models: [{ apiModel: 'black-forest-labs/flux.2-pro' }],
    ...over,
  })
const modelsOf = async (client: TestClient, connectionId: string) => {
  const { body } = await client.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.filter(({ connection }) => connection?.id === connectionId)
}
const issueOf = (reply: { body: { data?: { issues?: { path: string[] }[] } } }) => reply.body.data?.issues?.[0]?.path

describe('who may use an added provider', () => {
  const give = (client: TestClient, id: string, audience: 'me' | 'everyone') =>
    client.send<ConnectionShape>('PATCH', `/api/model-connections/${id}`, { audience })

  it('is changed by the operator: everybody gets it at its price, or keeps the name on cards alone', async () => {
    const { body: mine } = await add(operator, { name: 'Given' })
    expect(await modelsOf(ada, mine.id)).toEqual([])
    expect((await give(operator, mine.id, 'everyone')).body).toMatchObject({
      audience: 'everyone',
      lastFour: mine.lastFour,
    })
    const [shared] = await modelsOf(ada, mine.id)
    expect(shared).toMatchObject({ badge: 'Added', prices: { '1K': 48 }, ownKey: false })
    const made = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model: shared?.value ?? '', count: 1 }))
    expect(made.status).toBe('completed')
    expect((await give(operator, mine.id, 'me')).body).toMatchObject({ audience: 'me' })
    expect(await modelsOf(ada, mine.id)).toEqual([])
    expect((await modelsOf(operator, mine.id))[0]).toMatchObject({ badge: 'Yours', ownKey: true })
    expect((await ada.settled(made)).model).toBe(made.model)
    const refused = await ada.send('POST', '/api/generations', { prompt: 'again', model: shared?.value })
    expect(refused.status).toBe(422)
    const { body: list } = await ada.send<{ items: ConnectionShape[] }>('GET', '/api/model-connections')
    expect(list.items.some(({ id }) => id === mine.id)).toBe(false)
    await operator.send('DELETE', `/api/model-connections/${mine.id}`)
  })

  it('is not theirs to change', async () => {
    const { body: mine } = await add(ada)
    const refused = await give(ada, mine.id, 'everyone')
    expect([refused.status, (await modelsOf(ada, mine.id)).length]).toEqual([422, 1])
    expect((await give(operator, mine.id, 'everyone')).status).toBe(404)
    const { body: shared } = await add(operator, { audience: 'everyone' })
    expect((await give(ada, shared.id, 'me')).status).toBe(422)
    await operator.send('DELETE', `/api/model-connections/${shared.id}`)
  })

  it('needs a price for everybody, a free name, and an address that the owner may reach', async () => {
    const gpt = [{ apiModel: 'openai/gpt-image-2.6-flare' }]
    const { body: unpriced } = await add(operator, { models: gpt })
    const refused = await give(operator, unpriced.id, 'everyone')
    expect([refused.status, issueOf(refused as never)]).toEqual([400, ['audience']])
    const { body: shared } = await add(operator, { audience: 'everyone', name: 'Twins' })
    const { body: mine } = await add(operator, { name: 'Not twins' })
    expect(
      (await operator.send('PATCH', `/api/model-connections/${mine.id}`, { audience: 'everyone', name: 'twins' }))
        .status,
    ).toBe(400)
    const here = { kind: 'openai-images', baseUrl: theirs.url, audience: 'everyone' }
    const { body: inside } = await add(operator, { ...here, models: [{ apiModel: 'my-flux', credits: 5 }] })
    const kept = await give(operator, inside.id, 'me')
    expect([kept.status, issueOf(kept as never)]).toEqual([400, ['audience']])
    const ids = [unpriced, shared, mine, inside].map(({ id }) => id)
    await Promise.all(ids.map((id) => operator.send('DELETE', `/api/model-connections/${id}`)))
  })

  it('fails an image of another person that waited for it, with a sentence, and takes no credits', async () => {
    const { body: shared } = await add(operator, { audience: 'everyone' })
    const [model] = await modelsOf(ada, shared.id)
    const before = (await ada.send<CreditsShape>('GET', '/api/credits')).body.available
    const asked = openRouter.creates().length
    openRouter.play('rate-limited')
    const waiting = await ada.generate({ prompt: 'a lighthouse', model: model?.value ?? '', count: 1 })
    await expect.poll(() => openRouter.creates().length, { timeout: 20_000 }).toBeGreaterThan(asked)
    await give(operator, shared.id, 'me')
    const { images } = await ada.settled(waiting)
    expect(images[0]?.error?.message).toBe(
      'Who may use the provider of this model was changed. Ask again, or choose another model.',
    )
    expect((await ada.send<CreditsShape>('GET', '/api/credits')).body.available).toBe(before)
    await operator.send('DELETE', `/api/model-connections/${shared.id}`)
  })
})

describe('the test of an added provider', () => {
  it('says what is left for its key, where the provider says so, to its owner alone', async () => {
    const { body } = await add(operator, { audience: 'everyone' })
    const tested = await operator.send<ConnectionShape>('POST', `/api/model-connections/${body.id}/test`)
    expect([body.check?.leftUsd, tested.body.check?.leftUsd]).toEqual([18.2, 18.2])
    const { body: list } = await ada.send<{ items: ConnectionShape[] }>('GET', '/api/model-connections')
    expect(list.items.find(({ id }) => id === body.id)?.check).not.toHaveProperty('leftUsd')
    const { body: other } = await add(ada, { kind: 'fal', models: [] })
    expect(other.check).not.toHaveProperty('leftUsd')
    await operator.send('DELETE', `/api/model-connections/${body.id}`)
  })
})
