import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetCountShape, AssetShape } from '#contract/cards/asset.ts'
import type { DescriptionShape } from '#contract/cards/description.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { indexChangedPrompts } from '../assets/index-prompts.ts'

const context = withTestServer()
let ada: TestClient
let fox: GenerationShape
let heron: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 2 }))
  heron = await ada.settled(await ada.generate({ prompt: 'a heron', count: 2, projectId: fox.projectId }))
})

const imageOf = (card: GenerationShape, index = 0) => card.images[index]?.id ?? ''
const address = (imageId: string) => `/api/images/${imageId}/description`
const put = (imageId: string, body: object, client = ada) =>
  client.send<DescriptionShape>('PUT', address(imageId), body)
const find = async (query: Record<string, string>, client = ada) => {
  const search = new URLSearchParams(query)
  const { body } = await client.send<{ items: AssetShape[] }>('GET', `/api/assets?${search}`)
  const counted = await client.send<AssetCountShape>('GET', `/api/assets/count?${search}`)
  expect(counted.body.count).toBe(body.items.length)
  return body.items.map(({ id }) => id)
}

describe('the description of an image', () => {
  it('is set, replaced, read and removed', async () => {
    expect((await ada.send('GET', address(imageOf(fox)))).body).toBeNull()
    await put(imageOf(fox), { text: ' An animal in drifts of snow. ', language: 'en', languageModel: 'm (Anthropic)' })
    const { status, body } = await ada.send<DescriptionShape>('GET', address(imageOf(fox)))
    const at = expect.stringMatching(/Z$/)
    expect(status).toBe(200)
    expect(body).toEqual({
      text: 'An animal in drifts of snow.',
      language: 'en',
      languageModel: 'm (Anthropic)',
      createdAt: at,
    })
    const mine = { text: 'Snow.', language: null, languageModel: null, createdAt: at }
    expect(await put(imageOf(fox), { text: 'Snow.' })).toMatchObject({ status: 200, body: mine })
    expect((await ada.send('DELETE', address(imageOf(fox)))).body).toEqual({ deleted: 1 })
    expect((await ada.send('DELETE', address(imageOf(fox)))).body).toEqual({ deleted: 0 })
    expect((await ada.send('GET', address(imageOf(fox)))).body).toBeNull()
  })

  it.each([
    ['no text', { text: ' ' }],
    ['4,001 characters', { text: 'x'.repeat(4_001) }],
    ['a language that is none', { text: 'x', language: 'a language' }],
  ])('is refused with %s', async (_case, body) => expect((await put(imageOf(fox), body)).status).toBe(400))

  it("is not found for another user's image, whatever is sent", async () => {
    const grace = await signUp(context.server)
    expect((await put(imageOf(fox), { text: 'Mine.' }, grace)).status).toBe(404)
    expect((await grace.send('GET', address(imageOf(fox)))).status).toBe(404)
    expect((await grace.send('DELETE', address(imageOf(fox)))).status).toBe(404)
  })

  it('stands in the list of assets, with who wrote it', async () => {
    await put(imageOf(heron), { text: 'A bird in reeds.', languageModel: 'm (Anthropic)' })
    const { body } = await ada.send<{ items: AssetShape[] }>('GET', '/api/assets')
    const descriptionOf = (id: string) => body.items.find((asset) => asset.id === id)?.description
    expect(descriptionOf(imageOf(heron))).toEqual({ text: 'A bird in reeds.', languageModel: 'm (Anthropic)' })
    expect(descriptionOf(imageOf(heron, 1))).toBeNull()
  })

  it('tells other tabs that it has changed', async () => {
    const events = await openEvents(context.server, ada.cookie)
    await put(imageOf(fox, 1), { text: 'Dusk.' })
    const { data } = await events.next(({ name }) => name === 'descriptions-changed')
    expect(data).toMatchObject({ projectId: fox.projectId, imageId: imageOf(fox, 1) })
    await ada.send('DELETE', address(imageOf(fox, 1)))
    events.close()
  })
})

describe('the search of assets', () => {
  beforeAll(async () => {
    await put(imageOf(fox), { text: 'Ein Tier im Ginster, Öl auf Leinwand.' })
    await put(imageOf(fox, 1), { text: 'Ein Tier im Nebel.' })
  })

  it('finds the image alone whose description has the word', async () => {
    expect(await find({ q: 'ginster' })).toEqual([imageOf(fox)])
    expect(await find({ q: 'OL leinwand' })).toEqual([imageOf(fox)])
    expect((await find({ q: 'tier' })).toSorted()).toEqual([imageOf(fox), imageOf(fox, 1)].toSorted())
  })

  it('finds an image by a word of its prompt and one of its description', async () => {
    expect(await find({ q: 'fox nebel' })).toEqual([imageOf(fox, 1)])
    expect(await find({ q: 'ginster nebel' })).toEqual([])
    expect((await find({ q: 'fox' })).length).toBe(2)
  })

  it('finds it among those with feedback', async () => {
    for (const index of [0, 1]) await ada.send('PUT', `/api/images/${imageOf(fox, index)}/feedback/star`)
    expect(await find({ q: 'ginster', feedback: 'star' })).toEqual([imageOf(fox)])
  })

  it("finds no description of another user's image", async () => {
    const grace = await signUp(context.server)
    const card = await grace.settled(await grace.generate({ prompt: 'a mill', count: 1 }))
    await put(imageOf(card), { text: 'Wacholder.' }, grace)
    expect(await find({ q: 'wacholder' }, grace)).toEqual([imageOf(card)])
    expect(await find({ q: 'wacholder' })).toEqual([])
    expect(await find({ q: 'ginster' }, grace)).toEqual([])
  })

  it('goes on finding it when its card is indexed again, and no more when it was removed', async () => {
    await context.server.database.system.transaction((tx) => indexChangedPrompts(tx, [fox.id]))
    expect(await find({ q: 'ginster' })).toEqual([imageOf(fox)])
    await ada.send('DELETE', address(imageOf(fox)))
    expect(await find({ q: 'ginster' })).toEqual([])
    expect(await find({ q: 'nebel' })).toEqual([imageOf(fox, 1)])
  })

  it('keeps the descriptions of two images of a card that are set at once', async () => {
    await Promise.all([put(imageOf(heron), { text: 'Amsel.' }), put(imageOf(heron, 1), { text: 'Drossel.' })])
    expect(await find({ q: 'amsel' })).toEqual([imageOf(heron)])
    expect(await find({ q: 'drossel' })).toEqual([imageOf(heron, 1)])
  })
})
