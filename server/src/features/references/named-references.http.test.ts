import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const provider = createInstantProvider()
const context = withTestServer({ providers: [provider] })
let ada: TestClient
let fox: GenerationShape
beforeEach(async () => {
  ada = await signUp(context.server)
  fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 4 }))
  provider.requests.length = 0
})

const idsOf = ({ images }: GenerationShape, ...places: number[]) => places.map((place) => images[place]!.id)
const create = (client: TestClient, body: object, headers?: Record<string, string>) =>
  client.send<ReferenceShape>('POST', '/api/references', body, headers)
const list = async (client: TestClient) =>
  (await client.send<{ items: ReferenceShape[] }>('GET', '/api/references')).body.items

describe('a named reference', () => {
  it('has a name, a kind and a first version', async () => {
    const imageIds = idsOf(fox, 0, 2)
    const { status, body } = await create(ada, { name: 'anna', kind: 'character', imageIds })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'anna',
      kind: 'character',
      versions: [{ id: expect.any(String), imageIds, uploadIds: [], createdAt: expect.any(String) }],
    })
    expect(await list(ada)).toEqual([body])
    expect(await list(await signUp(context.server))).toEqual([])
  })

  it('can be called as people write in any script', async () => {
    const names = ['安娜', 'אנה', 'żółć', 'mood-2']
    for (const name of names)
      expect([name, (await create(ada, { name, imageIds: idsOf(fox, 0) })).status]).toEqual([name, 201])
  })

  it('is refused with a wrong name, kind or number of pictures', async () => {
    const wrongs = [
      { name: 'two words' },
      { name: '' },
      { imageIds: [] },
      { imageIds: Array.from({ length: 7 }, () => randomUUID()) },
      { kind: 'animal' },
    ]
    for (const wrong of wrongs) {
      const { status } = await create(ada, { name: 'anna', imageIds: idsOf(fox, 0), ...wrong })
      expect([wrong, status]).toEqual([wrong, 400])
    }
    expect(await list(ada)).toEqual([])
  })

  it("is refused with another user's picture", async () => {
    const grace = await signUp(context.server)
    expect((await create(grace, { name: 'anna', imageIds: idsOf(fox, 0) })).status).toBe(404)
    expect(await list(grace)).toEqual([])
  })

  it('is refused under a name that is taken, in any case of letters', async () => {
    await create(ada, { name: 'anna', imageIds: idsOf(fox, 0) })
    const { status, body } = await create(ada, { name: 'Anna', imageIds: idsOf(fox, 0) })
    expect({ status, message: (body as unknown as { message: string }).message }).toEqual({
      status: 409,
      message: "You have a reference '@anna'. Choose another name.",
    })
  })

  it('is made once where its reply was lost', async () => {
    const id = '019b0000-0000-7000-8000-000000000001'
    const first = await create(ada, { id, name: 'anna', imageIds: idsOf(fox, 0) })
    const again = await create(ada, { id, name: 'anna', imageIds: idsOf(fox, 0) })
    expect([first.body.id, again.body]).toEqual([id, first.body])
    expect(await list(ada)).toHaveLength(1)
  })

  it('gets a new version with new pictures, keeps the old one, and is renamed without a new version', async () => {
    const { body: made } = await create(ada, { name: 'anna', imageIds: idsOf(fox, 0) })
    const { body } = await ada.send<ReferenceShape>('PATCH', `/api/references/${made.id}`, { imageIds: idsOf(fox, 1) })
    expect(body.versions.map(({ imageIds }) => imageIds)).toEqual([idsOf(fox, 1), idsOf(fox, 0)])
    const renamed = await ada.send<ReferenceShape>('PATCH', `/api/references/${made.id}`, {
      name: 'Anna',
      kind: 'look',
    })
    expect(renamed.body).toEqual({ ...body, name: 'Anna', kind: 'look' })
  })

  it('is listed with its newest ten versions, and read with all of them', async () => {
    const { body: made } = await create(ada, { name: 'anna', imageIds: idsOf(fox, 0) })
    for (let at = 0; at < 11; at++)
      await ada.send('PATCH', `/api/references/${made.id}`, { imageIds: idsOf(fox, at % 4) })
    const { status, body } = await ada.send<ReferenceShape>('GET', `/api/references/${made.id}`)
    expect([status, body.versions.length, body.versions.at(-1)]).toEqual([200, 12, made.versions[0]])
    expect(await list(ada)).toEqual([{ ...body, versions: body.versions.slice(0, 10) }])
    const grace = await signUp(context.server)
    expect((await grace.send('GET', `/api/references/${made.id}`)).status).toBe(404)
  })

  it("is neither changed nor deleted by another user, and goes with its owner's wish", async () => {
    const { body: made } = await create(ada, { name: 'anna', imageIds: idsOf(fox, 0) })
    const grace = await signUp(context.server)
    expect((await grace.send('PATCH', `/api/references/${made.id}`, { name: 'mine' })).status).toBe(404)
    expect((await grace.send('DELETE', `/api/references/${made.id}`)).status).toBe(404)
    expect((await ada.send('DELETE', `/api/references/${made.id}`)).status).toBe(200)
    expect(await list(ada)).toEqual([])
  })
})

describe('a prompt with @anna', () => {
  it('sends the pictures of the newest version, named by their places, and records the version', async () => {
    const { body: made } = await create(ada, { name: 'anna', imageIds: idsOf(fox, 3) })
    const { body: anna } = await ada.send<ReferenceShape>('PATCH', `/api/references/${made.id}`, {
      imageIds: idsOf(fox, 0, 1),
    })
    const card = await ada.settled(await ada.generate({ prompt: '@Anna at the sea', count: 1 }))
    expect(card).toMatchObject({
      prompt: '@Anna at the sea',
      references: [{ name: 'anna', versionId: anna.versions[0]!.id }],
      imagePrompts: idsOf(fox, 0, 1),
    })
    expect(provider.requests.map(({ prompt, references }) => [prompt, references.length])).toEqual([
      ['Anna (the person in images 1 and 2) at the sea', 2],
    ])
  })

  it('counts the picture that it branches from, and those that are given, first', async () => {
    await create(ada, { name: 'bottle', kind: 'product', imageIds: idsOf(fox, 2) })
    const asked = { prompt: '@bottle', count: 1, imagePrompts: idsOf(fox, 1), branchKind: 'remix' as const }
    await ada.settled(await ada.generate({ ...asked, parentImageId: idsOf(fox, 0)[0]! }))
    expect(provider.requests[0]?.prompt).toBe('bottle (the product in image 3)')
  })

  it('sends a look as style references', async () => {
    await create(ada, { name: 'mood', kind: 'look', imageIds: idsOf(fox, 0) })
    const card = await ada.generate({ prompt: 'a harbor in @mood', count: 1 })
    expect(card).toMatchObject({ imagePrompts: [], styleReferences: idsOf(fox, 0) })
  })

  it('sends as many pictures as the model takes', async () => {
    await create(ada, { name: 'anna', imageIds: idsOf(fox, 0, 1, 2, 3) })
    const given = (await ada.settled(await ada.generate({ prompt: 'a cat', count: 2 }))).images.map(({ id }) => id)
    const card = await ada.generate({ prompt: '@anna', count: 1, imagePrompts: given })
    expect(card.imagePrompts).toEqual([...given, ...idsOf(fox, 0, 1)])
  })

  it('leaves out a picture that is gone', async () => {
    const cat = await ada.settled(await ada.generate({ prompt: 'a cat', count: 1, projectId: fox.projectId }))
    await create(ada, { name: 'anna', imageIds: [...idsOf(cat, 0), ...idsOf(fox, 0)] })
    await ada.send('DELETE', `/api/generations/${cat.id}`)
    expect((await ada.generate({ prompt: '@anna', count: 1 })).imagePrompts).toEqual(idsOf(fox, 0))
  })

  it("is plain text without such a reference, and with another user's", async () => {
    await create(ada, { name: 'anna', imageIds: idsOf(fox, 0) })
    const grace = await signUp(context.server)
    const card = await grace.settled(await grace.generate({ prompt: '@anna at the sea', count: 1 }))
    expect(card).toMatchObject({ references: [], imagePrompts: [] })
    expect(provider.requests.at(-1)?.prompt).toBe('@anna at the sea')
  })

  it('names at most 16 references, as many as an exported card has', async () => {
    const names = Array.from({ length: 17 }, (_, at) => `ref${at}`)
    for (const name of names) await create(ada, { name, imageIds: idsOf(fox, 0) })
    const prompt = names.map((name) => `@${name}`)
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: prompt.join(' '), count: 1 })
    expect([status, body.message]).toEqual([
      422,
      'A prompt names at most 16 references. Take some of its 17 names out.',
    ])
    const card = await ada.generate({ prompt: [...prompt.slice(1), '@nobody'].join(' '), count: 1 })
    expect(card.references).toHaveLength(16)
  })

  it('is the same on the board and in the list of cards', async () => {
    await create(ada, { name: 'anna', imageIds: idsOf(fox, 0) })
    const { id, projectId, references } = await ada.generate({ prompt: '@anna', count: 1, projectId: fox.projectId })
    const board = await (await ada.raw('GET', `/api/projects/${projectId}/board`)).text()
    expect(references).toHaveLength(1)
    expect(board).toContain(references[0]!.versionId)
    expect((await ada.read({ id, projectId }))?.references).toEqual(references)
  })
})
