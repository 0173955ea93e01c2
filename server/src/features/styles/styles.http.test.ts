import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { StyleShape } from '#contract/cards/style.ts'
import { sampleStyles } from '#domain/styles/sample-styles.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const provider = createInstantProvider()
const context = withTestServer({ providers: [provider] })
let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})

const list = async (client: TestClient) =>
  (await client.send<{ items: StyleShape[]; nextCursor: null }>('GET', '/api/styles')).body
const chalk = { title: 'Chalk', promptFragment: 'in white chalk on slate' }
const create = (client: TestClient, over: object = {}) =>
  client.send<StyleShape>('POST', '/api/styles', { ...chalk, ...over })
const sample = sampleStyles[0]!

describe('the list of styles', () => {
  it('contains the samples for every user, with a cover and six examples', async () => {
    const { items, nextCursor } = await list(ada)
    expect(nextCursor).toBeNull()
    expect(items.map(({ id }) => id)).toEqual(sampleStyles.map(({ id }) => id))
    expect(items[0]).toEqual({
      id: sample.id,
      collection: sample.collection,
      family: sample.family,
      title: sample.title,
      username: sample.username,
      model: sample.model,
      promptFragment: sample.promptFragment,
      coverUrl: expect.stringMatching(/^\/styles\/[0-9a-f]{8}\/.+-cover\.webp$/),
      exampleUrls: Array(6).fill(expect.stringMatching(/^\/styles\/[0-9a-f]{8}\/.+-[1-6]\.webp$/)),
      referenceIds: [],
      isPinned: false,
      isOwn: false,
    })
  })

  it("ends with the user's own, which no other user sees", async () => {
    const { body: own } = await create(ada)
    expect((await list(ada)).items.at(-1)).toEqual(own)
    expect((await list(await signUp(context.server))).items).toHaveLength(sampleStyles.length)
  })
})

describe('a private style', () => {
  it('is created with a title and a phrase', async () => {
    const { status, body } = await create(ada, { title: '  Chalk ', family: 'flux' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...chalk,
      collection: 'private',
      family: 'flux',
      username: 'Ada',
      model: 'Flux',
      coverUrl: expect.stringMatching(/^data:image\/svg\+xml,/),
      exampleUrls: [],
      isPinned: false,
      isOwn: true,
    })
  })

  it('shows its reference pictures', async () => {
    const { images } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const ids = [images[1]!.id, images[0]!.id]
    const { body } = await create(ada, { referenceIds: ids })
    expect(body.referenceIds).toEqual(ids)
    expect(body.exampleUrls).toEqual(ids.map((id) => `/api/images/${id}/file?size=512`))
    expect(body.coverUrl).toBe(body.exampleUrls[0])
  })

  it('is created once for one Idempotency-Key', async () => {
    const send = () => ada.send<StyleShape>('POST', '/api/styles', chalk, { 'idempotency-key': 'twice' })
    const first = await send()
    expect(await send()).toMatchObject({ status: 201, body: first.body })
  })

  it('occupies the one slot of the plan Free', async () => {
    const replies = await Promise.all([create(ada), create(ada), create(ada)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 402, 402])
    expect(replies.find(({ status }) => status === 402)?.body).toEqual({
      code: 'plan-limit',
      message: 'The plan Free holds one private style. Change or delete one, or choose a plan with more.',
      data: { slots: 1 },
    })
  })

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(61) }, 'title'],
    ['no phrase', { promptFragment: '' }, 'promptFragment'],
    ['an unknown family', { family: 'sdxl' }, 'family'],
    ['seven pictures', { referenceIds: Array.from({ length: 7 }, () => randomUUID()) }, 'referenceIds'],
    ['an unknown field', { training: true }, 'training'],
  ])('is refused with %s', async (_, over, field) => {
    const { status, body } = await create(ada, over)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
  })

  it('is refused with a missing picture', async () => {
    expect((await create(ada, { referenceIds: [randomUUID()] })).status).toBe(404)
    expect((await list(ada)).items).toHaveLength(sampleStyles.length)
  })

  it('can be replaced', async () => {
    const { body: own } = await create(ada)
    const change = { title: 'Ink', promptFragment: 'in black ink', family: 'flux', referenceIds: [] }
    const { status, body } = await ada.send<StyleShape>('PUT', `/api/styles/${own.id}`, change)
    expect(status).toBe(200)
    expect(body).toEqual({ ...own, ...change, model: 'Flux' })
  })

  it('disappears when it is deleted, with its pin, and frees its slot', async () => {
    const { body: own } = await create(ada)
    await ada.send('PUT', `/api/styles/${own.id}/pin`)
    const gone = await ada.send('DELETE', `/api/styles/${own.id}`)
    expect([gone.status, gone.body]).toEqual([200, { deleted: 1, ids: [own.id] }])
    expect((await ada.send('DELETE', `/api/styles/${own.id}`)).status).toBe(404)
    expect((await create(ada)).status).toBe(201)
  })
})

describe('a sample style', () => {
  it.each(['PUT', 'DELETE'])('can not be changed: %s answers 404', async (method) => {
    const body = method === 'PUT' ? chalk : undefined
    expect((await ada.send(method, `/api/styles/${sample.id}`, body)).status).toBe(404)
  })

  it('is pinned for one user alone, idempotently', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await ada.send<StyleShape>('PUT', `/api/styles/${sample.id}/pin`)
      expect([status, body.isPinned]).toEqual([200, true])
    }
    expect((await list(ada)).items[0]?.isPinned).toBe(true)
    expect((await list(await signUp(context.server))).items[0]?.isPinned).toBe(false)
    expect((await ada.send<StyleShape>('DELETE', `/api/styles/${sample.id}/pin`)).body.isPinned).toBe(false)
    expect((await list(ada)).items[0]?.isPinned).toBe(false)
  })
})

describe('a generation with a style', () => {
  let generation: GenerationShape
  beforeAll(async () => {
    const bea = await signUp(context.server)
    generation = await bea.generate({ prompt: 'a fox', style: sample.id })
  })

  it('names it and keeps the user’s own words', () => {
    expect([generation.settings.style, generation.prompt]).toEqual([sample.id, 'a fox'])
  })

  it('sends the user’s words with the style’s phrase to the provider', async () => {
    await ada.settled(await ada.generate({ prompt: 'a hedgehog.', style: sample.id }))
    const { title, promptFragment } = sample
    expect(provider.requests.find(({ words }) => words === 'a hedgehog.')).toMatchObject({
      prompt: `a hedgehog, ${promptFragment}`,
      style: { title, promptFragment },
    })
  })

  it('sends a private style’s pictures as looks, as many as the model takes', async () => {
    const source = await ada.settled(await ada.generate({ prompt: 'a source' }))
    const ids = source.images.map(({ id }) => id)
    const { body: own } = await create(ada, { referenceIds: ids })
    await ada.settled(await ada.generate({ prompt: 'a badger', style: own.id, imagePrompts: [ids[0]!] }))
    const request = provider.requests.find(({ words }) => words === 'a badger')
    expect(request?.references.map(({ role }) => role)).toEqual(['content', 'look', 'look', 'look'])
  })

  it('is recorded inside the file with the style as it was then', async () => {
    const { body: own } = await create(ada)
    const made = await ada.settled(await ada.generate({ prompt: 'a mole', style: own.id }))
    await ada.send('PUT', `/api/styles/${own.id}`, { title: 'Other', promptFragment: 'otherwise' })
    const file = await (await ada.raw('GET', made.images[0]!.imageUrl!)).arrayBuffer()
    expect(await readRecord(new Uint8Array(file))).toMatchObject({
      prompt: 'a mole',
      settings: { style: { id: own.id, ...chalk } },
    })
    await ada.settled(await ada.generate({ prompt: 'a vole', style: own.id }))
    expect(provider.requests.find(({ words }) => words === 'a vole')?.prompt).toBe('a vole, otherwise')
  })

  it('keeps the name of a deleted private style', async () => {
    const { body: own } = await create(ada)
    const made = await ada.settled(await ada.generate({ prompt: 'a hare', style: own.id }))
    await ada.send('DELETE', `/api/styles/${own.id}`)
    expect((await ada.settled(made)).settings.style).toBe(own.id)
    expect((await ada.send('POST', '/api/generations', { prompt: 'again', style: own.id })).status).toBe(404)
  })
})
