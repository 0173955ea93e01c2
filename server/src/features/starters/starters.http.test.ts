import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { starterNames } from '#domain/starters/starters.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})
const cardsOf = async (client: TestClient, { id }: ProjectShape) =>
  (await client.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)).body.items
const headerOf = async ({ id }: ProjectShape) =>
  JSON.parse((await (await ada.raw('GET', `/api/projects/${id}/board`)).text()).split('\n')[0] ?? '')

describe('a starter board', () => {
  it.each(starterNames)('%s opens as a copy that is whole, free, and says how its pictures were made', async (name) => {
    const balance = async () => (await ada.send<{ balance: number }>('GET', '/api/credits')).body
    const before = await balance()
    const { status, body } = await ada.send<ProjectShape>('POST', `/api/starters/${name}`)
    expect(status).toBe(201)
    const cards = await cardsOf(ada, body)
    expect(cards.length).toBeGreaterThanOrEqual(3)
    for (const { images, model, origin, price } of cards) {
      expect(price).toBe(0)
      expect([model, origin]).toEqual(origin === 'made' ? ['Sketch', 'made'] : [null, 'brought-in'])
      expect(images.map((image) => image.status)).toEqual(images.map(() => 'completed'))
    }
    expect((await headerOf(body)).notes).toMatchObject([{ text: expect.stringMatching(/Sketch.*no AI model/) }])
    expect((await ada.raw('GET', cards[0]?.images[0]?.imageUrl ?? '')).status).toBe(200)
    expect(await balance()).toEqual(before)
  })

  it('is a copy of its own each time, which its owner alone sees', async () => {
    const open = async () => (await ada.send<ProjectShape>('POST', `/api/starters/${starterNames[0]}`)).body
    const [first, second] = [await open(), await open()]
    expect(first.id).not.toBe(second.id)
    const bob = await signUp(context.server)
    expect((await bob.send('GET', `/api/projects/${first.id}`)).status).toBe(404)
    const ids = async (project: ProjectShape) => (await cardsOf(ada, project)).map(({ id }) => id)
    const all = [...(await ids(first)), ...(await ids(second))]
    expect(new Set(all).size).toBe(all.length)
  })

  it('is copied once by requests of the same key, also at the same time', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const open = (name: string) => ada.send<ProjectShape>('POST', `/api/starters/${name}`, undefined, headers)
    const [name, other] = starterNames
    const [first, second] = await Promise.all([open(name), open(name)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect((await open(name)).body.id).toBe(first.body.id)
    expect(second.body.id).toBe(first.body.id)
    expect((await open(other)).status).toBe(409)
  })

  it('of an unknown name is refused', async () =>
    expect((await ada.send('POST', '/api/starters/..%2Fsecrets')).status).toBe(400))
})
