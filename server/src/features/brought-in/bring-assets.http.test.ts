import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BroughtInShape } from '#contract/cards/brought-in.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuidV7, uuidV7Bytes } from '#domain/text/uuid-v7.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { bringPictures } from '#server-testing/brought-in.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let bob: TestClient
/** A card of two images in another project. */
let card: GenerationShape

beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  const files = await Promise.all(
    ['wall.png', 'gate.png'].map(async (name) => [name, await noise(90, 60).png().toBuffer()] as const),
  )
  const { body } = await bringPictures(context.server, ada, {
    projectId: await newProject(),
    files,
    fields: { asCards: 'together' },
  })
  const [first] = body.generations
  if (!first) throw new Error('Nothing came in.')
  card = first
})

const newProject = async (client = ada) =>
  (await client.send<{ id: string }>('POST', '/api/projects', { title: 'Walled garden' })).body.id
const copy = (projectId: string, body: object, { client = ada, key = '' } = {}) =>
  client.send<BroughtInShape & { code?: string }>(
    'POST',
    `/api/projects/${projectId}/pictures/copies`,
    body,
    key === '' ? {} : { 'idempotency-key': key },
  )
const cardsOf = async (projectId: string) =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
const imageIds = () => card.images.map(({ id }) => id)
const bytesOf = async (address: string | null | undefined) =>
  Buffer.from(await (await ada.raw('GET', address ?? '')).arrayBuffer())
const pixelsOf = async (address: string | null | undefined) =>
  sharp(await bytesOf(address))
    .raw()
    .toBuffer()

describe('copying images of the user to a canvas', () => {
  it('makes brought-in cards with the prompts of the images, in their order, with files of their own', async () => {
    const projectId = await newProject()
    const wanted = imageIds().toReversed()
    const { status, body } = await copy(projectId, {
      imageIds: wanted,
      canvasX: 120,
      canvasY: -40,
      asCards: 'together',
    })
    expect(status).toBe(201)
    expect(body.refused).toEqual([])
    expect(body.generations).toEqual([
      expect.objectContaining({
        projectId,
        origin: 'brought-in',
        model: null,
        price: 0,
        prompt: card.prompt,
        parentGenerationId: null,
        canvasX: 120,
        canvasY: -40,
      }),
    ])
    expect(await cardsOf(projectId)).toEqual(body.generations)
    const copies = body.generations[0]?.images ?? []
    expect(copies.map(({ id }) => id)).not.toEqual(wanted)
    expect(await pixelsOf(copies[0]?.imageUrl)).toEqual(await pixelsOf(card.images[1]?.imageUrl))
    expect((await ada.raw('GET', `${copies[0]?.imageUrl}?size=256`)).headers.get('content-type')).toBe('image/webp')
  })

  it('leaves out what the file of a made image says of how it was made', async () => {
    const made = await ada.settled(await ada.generate({ prompt: 'a quince on a sill' }))
    const { body } = await copy(await newProject(), { imageIds: [made.images[0]?.id] })
    const [copied] = body.generations
    expect([copied?.prompt, copied?.model]).toEqual(['a quince on a sill', null])
    expect((await bytesOf(made.images[0]?.imageUrl)).includes('quince')).toBe(true)
    expect((await bytesOf(copied?.images[0]?.imageUrl)).includes('quince')).toBe(false)
  })

  it('gives the same cards to a repeated request', async () => {
    const projectId = await newProject()
    const send = () => copy(projectId, { imageIds: imageIds() }, { key: 'copy-1' })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(first.body.generations).toHaveLength(2)
    expect(await cardsOf(projectId)).toHaveLength(2)
  })

  it('gives the first card the id of the request, and the same cards to a repeated one', async () => {
    const [projectId, cardId] = [await newProject(), uuidV7(Date.now(), randomBytes(uuidV7Bytes))]
    const send = () => copy(projectId, { imageIds: imageIds(), cardId })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(first.body.generations.map(({ id }) => id === cardId)).toEqual([true, false])
    expect(await cardsOf(projectId)).toHaveLength(2)
  })

  it('gives the same cards to a repeated request after the originals went to the trash', async () => {
    const made = await ada.settled(await ada.generate({ prompt: 'a medlar' }))
    const projectId = await newProject()
    const send = () => copy(projectId, { imageIds: [made.images[0]?.id] }, { key: 'copy-2' })
    const first = await send()
    expect((await ada.send('DELETE', `/api/generations/${made.id}`)).status).toBeLessThan(300)
    const again = await send()
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await copy(projectId, { imageIds: [made.images[0]?.id] })).status).toBe(404)
    expect(await cardsOf(projectId)).toHaveLength(1)
  })

  it('names an image whose picture is gone; the others come in', async () => {
    const made = await ada.settled(await ada.generate({ prompt: 'a lost plum' }))
    const lost = made.images[0]?.id ?? ''
    await context.server.storage.remove(originalKey(lost, 1))
    const { status, body } = await copy(await newProject(), { imageIds: [lost, ...imageIds()] })
    expect([status, body.generations.length]).toEqual([201, 2])
    expect(body.refused).toEqual([
      { place: 0, name: 'a lost plum', code: 'not-found', message: 'The picture of this image is gone.' },
    ])
  })

  it('returns 404 for another user’s image or project, and changes nothing', async () => {
    const [projectId, bobs] = [await newProject(), await newProject(bob)]
    expect((await copy(bobs, { imageIds: imageIds() }, { client: bob })).status).toBe(404)
    expect((await copy(projectId, { imageIds: imageIds() }, { client: bob })).status).toBe(404)
    expect((await copy(projectId, { imageIds: [...imageIds(), crypto.randomUUID()] })).status).toBe(404)
    expect(await cardsOf(projectId)).toEqual([])
  })

  it.each([{ imageIds: [] }, { imageIds: ['x'] }, { canvasX: 1 }, { asCards: 'all' }, { other: 1 }])(
    'refuses %j and changes nothing',
    async (over) => {
      const projectId = await newProject()
      expect((await copy(projectId, { imageIds: imageIds(), ...over })).status).toBe(400)
      expect(await cardsOf(projectId)).toEqual([])
    },
  )
})
