import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let grace: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
  grace = await signUp(context.server)
})

/** A UUIDv7 as a caller makes it. */
const newId = () => randomUUID().replace(/^(.{14})4/, '$17')

const creditsOf = async (client: TestClient) => (await client.send<object>('GET', '/api/credits')).body
const projectOf = async (client: TestClient) =>
  (await client.send<{ id: string }>('POST', '/api/projects', { title: 'A' })).body.id

describe('POST /api/generations with an id', () => {
  it('gives the card that id, and the images those that follow from it', async () => {
    const id = newId()
    const made = await ada.send<GenerationShape>('POST', '/api/generations', { id, prompt: 'a heron' })
    expect([made.status, made.body.id]).toEqual([202, id])
    expect(made.body.images.map((image) => image.id)).toEqual([0, 1, 2, 3].map((at) => imageIdOf(id, at)))
  })

  it('replies to a repetition with the card of the first, also at the same time, and charges once', async () => {
    const body = { id: newId(), prompt: 'twice' }
    const post = () => ada.send<GenerationShape>('POST', '/api/generations', body)
    const replies = await Promise.all([post(), post(), post()])
    const credits = await creditsOf(ada)
    replies.push(await post())
    expect(replies.map(({ status, body: { id } }) => [status, id])).toEqual(replies.map(() => [202, body.id]))
    expect(await creditsOf(ada)).toEqual(credits)
    const { projectId } = replies[0]!.body
    const { body: list } = await ada.send<{ items: object[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(list.items).toHaveLength(1)
  })

  it('replies with the card when its key was forgotten', async () => {
    const body = { id: newId(), prompt: 'the day before' }
    await ada.send('POST', '/api/generations', body)
    await context.server.database.system.execute(sql`delete from idempotency_keys where key = ${`id ${body.id}`}`)
    const again = await ada.send<GenerationShape>('POST', '/api/generations', body)
    expect([again.status, again.body.id]).toEqual([202, body.id])
  })

  it('refuses another body with the same id', async () => {
    const id = newId()
    await ada.send('POST', '/api/generations', { id, prompt: 'one' })
    const other = await ada.send('POST', '/api/generations', { id, prompt: 'two' })
    expect([other.status, other.body]).toEqual([
      409,
      { code: 'conflict', message: 'This id is in use. Give another one.' },
    ])
  })

  it("refuses another account's id, and says nothing of it", async () => {
    const id = newId()
    await ada.send('POST', '/api/generations', { id, prompt: 'mine' })
    const before = await creditsOf(grace)
    const taken = await grace.send('POST', '/api/generations', { id, prompt: 'mine' })
    expect([taken.status, taken.body]).toEqual([
      409,
      { code: 'conflict', message: 'This id is in use. Give another one.' },
    ])
    expect(await creditsOf(grace)).toEqual(before)
    expect((await grace.send('GET', `/api/generations/${id}`)).status).toBe(404)
  })

  it('replies 404 to a repetition whose card has been deleted', async () => {
    const body = { id: newId(), prompt: 'a heron', projectId: await projectOf(ada) }
    await ada.settled((await ada.send<GenerationShape>('POST', '/api/generations', body)).body)
    await ada.send('DELETE', `/api/generations/${body.id}`)
    const again = await ada.send('POST', '/api/generations', body)
    expect([again.status, again.body.code]).toEqual([404, 'not-found'])
  })

  it('takes an id again whose request was refused', async () => {
    const id = newId()
    expect((await ada.send('POST', '/api/generations', { id, prompt: 'x', model: 'none' })).status).toBe(422)
    expect((await ada.send('POST', '/api/generations', { id, prompt: 'x' })).status).toBe(202)
  })

  it('refuses an id that is no UUIDv7, and an id beside an Idempotency-Key', async () => {
    expect((await ada.send('POST', '/api/generations', { id: randomUUID(), prompt: 'x' })).status).toBe(400)
    const both = { id: newId(), prompt: 'x' }
    expect((await ada.send('POST', '/api/generations', both, { 'idempotency-key': 'a' })).status).toBe(400)
  })
})

describe('POST /api/series with ids', () => {
  const seriesOf = (id: string, ids: readonly string[]) => ({
    id,
    kind: 'grid',
    price: 100_000,
    steps: ids.map((stepId, at) => ({ id: stepId, prompt: 'a heron', canvasX: at * 900, canvasY: 0 })),
  })

  it('gives them to the series and its cards, once', async () => {
    const body = seriesOf(newId(), [newId(), newId()])
    const post = () => ada.send<SeriesShape>('POST', '/api/series', body)
    const [first, second] = [await post(), await post()]
    expect([first.body.id, ...first.body.steps.map(({ generationId }) => generationId)]).toEqual([
      body.id,
      ...body.steps.map(({ id }) => id),
    ])
    expect(second.body.steps).toEqual(first.body.steps)
  })

  it('refuses an id of a card of another account, and makes no card', async () => {
    const taken = newId()
    await grace.send('POST', '/api/generations', { id: taken, prompt: 'hers' })
    const free = newId()
    const refused = await ada.send('POST', '/api/series', seriesOf(newId(), [free, taken]))
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect((await ada.send('GET', `/api/generations/${free}`)).status).toBe(404)
  })

  it('refuses the same id for two steps', async () => {
    const id = newId()
    expect((await ada.send('POST', '/api/series', seriesOf(newId(), [id, id]))).status).toBe(400)
  })
})

describe('POST /api/projects with an id', () => {
  it('makes one project of a repeated request, and none of the id of another account', async () => {
    const body = { id: newId(), title: 'Herons' }
    const [first, second] = [
      await ada.send<{ id: string }>('POST', '/api/projects', body),
      await ada.send<{ id: string }>('POST', '/api/projects', body),
    ]
    expect([first.body.id, second.body.id]).toEqual([body.id, body.id])
    const taken = await grace.send('POST', '/api/projects', body)
    expect([taken.status, taken.body.code]).toEqual([409, 'conflict'])
  })

  it('replies 404 to a repetition whose project has been deleted', async () => {
    const body = { id: newId(), title: 'Untitled' }
    expect((await ada.send('POST', '/api/projects', body)).status).toBe(201)
    await ada.send('DELETE', `/api/projects/${body.id}`)
    const again = await ada.send('POST', '/api/projects', body)
    expect([again.status, again.body.code]).toEqual([404, 'not-found'])
  })
})

describe('POST /api/projects/{id}/purses with an id', () => {
  it('makes one purse of a repeated request, and none of the id of another account', async () => {
    const body = { purseId: newId(), name: 'Agent', most: 500, x: 0, y: 0, width: 3_600, height: 1_800 }
    const path = `/api/projects/${await projectOf(ada)}/purses`
    const [first, second] = [
      await ada.send<{ id: string }>('POST', path, body),
      await ada.send<{ id: string }>('POST', path, body),
    ]
    expect([first.body.id, second.body.id]).toEqual([body.purseId, body.purseId])
    expect((await ada.send<{ items: object[] }>('GET', path)).body.items).toHaveLength(1)
    const taken = await grace.send('POST', `/api/projects/${await projectOf(grace)}/purses`, body)
    expect([taken.status, taken.body.code]).toEqual([409, 'conflict'])
  })
})
