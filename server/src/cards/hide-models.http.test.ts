import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelRecordShape, SeriesShape } from '#contract/cards/series.ts'
import type { UsageShape } from '#contract/money/credits.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { visitLink } from '#server-testing/owned-things.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({
  providers: [createInstantProvider(), createInstantProvider({ name: 'openai', opens: 'by-key' })],
  variables: {
    OPENAI_API_KEY: 'sk-of-the-operator',
    SKETCH_CREDITS: '0.10',
  },
  plans: { signUp: 100, daily: 0 },
})
const other = 'ChatGPT Image Fast'
/** Everything that would reveal a model: its names, and its provider. */
const names = /Sketch|sketch|ChatGPT|gpt-|openai/

let ada: TestClient
let projectId: string
let race: SeriesShape
/**
 * The cards of the race, a branch of the first with its model and with the other one, a re-run of the first, and an
 * unrelated one.
 */
let cards: Record<'first' | 'second' | 'branch' | 'otherwise' | 'again' | 'apart', GenerationShape>

const cardsOf = async () =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
const cardOf = async ({ steps }: SeriesShape, place: number) => {
  const card = (await cardsOf()).find(({ id }) => id === steps[place]?.generationId)
  if (!card) throw new Error(`Step ${place} has no card.`)
  return ada.settled(card)
}
const ask = async (body: object) =>
  (await ada.send<SeriesShape>('POST', '/api/series', { price: 10_000, ...body })).body

beforeAll(async () => {
  ada = await signUp(context.server)
  const apart = await ada.settled(await ada.generate({ prompt: 'a chair', model: 'Sketch' }))
  projectId = apart.projectId
  const step = { prompt: 'a lake', canvasX: 0, canvasY: 2_000 }
  race = await ask({
    kind: 'race',
    projectId,
    hidesNames: true,
    steps: [
      { ...step, model: other },
      { ...step, model: 'Sketch', canvasX: 900 },
    ],
  })
  const [first, second] = [await cardOf(race, 0), await cardOf(race, 1)]
  const below = async (prompt: string, model: string) =>
    ada.settled(
      await ada.generate({ prompt, model, projectId, parentImageId: first.images[0]?.id ?? '', branchKind: 'remix' }),
    )
  const branch = await below('at night', other)
  const otherwise = await below('at dawn', 'Sketch')
  const rerun = await ask({
    kind: 'rerun',
    projectId,
    steps: [{ prompt: 'a pond', model: other, canvasX: 0, canvasY: 4_000, repeats: first.id }],
  })
  cards = { first, second, branch, otherwise, again: await cardOf(rerun, 0), apart }
  await ada.send('PUT', `/api/images/${first.images[0]?.id}/feedback/like`)
})

const shownAs = {
  first: 'Model A',
  second: 'Model B',
  branch: 'Model A',
  otherwise: 'Sketch',
  again: 'Model A',
  apart: 'Sketch',
}

async function assets(query = '') {
  const { items } = (await ada.send<{ items: AssetShape[] }>('GET', `/api/assets${query}`)).body
  return new Map(items.map((asset) => [asset.generationId, asset]))
}

async function link() {
  const body = { expiry: 'never', showsPrompts: true }
  const made = (await ada.send<MadeShareShape>('POST', `/api/projects/${projectId}/shares`, body)).body
  return visitLink(context.server, made.address)
}

describe('while a race hides the names of its models', () => {
  it('assets show their aliases, also for branches and re-runs', async () => {
    const found = await assets()
    expect(Object.entries(cards).map(([name, { id }]) => [name, found.get(id)?.model])).toEqual(Object.entries(shownAs))
    for (const name of ['first', 'second', 'branch', 'again'] as const) {
      const asset = found.get(cards[name].id)
      expect(asset?.hidesModel).toBe(true)
      expect(JSON.stringify(asset)).not.toMatch(names)
    }
    expect(found.get(cards.apart.id)?.hidesModel).toBe(false)
  })

  it('a filter by model finds none of them', async () => {
    const found = async (model: string) => [...(await assets(`?model=${encodeURIComponent(model)}`)).keys()]
    expect(await found(other)).toEqual([])
    expect(new Set(await found('Sketch'))).toEqual(new Set([cards.otherwise.id, cards.apart.id]))
  })

  it('nothing of them is counted for a model: neither likes nor costs', async () => {
    const { items } = (await ada.send<{ items: ModelRecordShape[] }>('GET', '/api/model-record')).body
    expect(items.map(({ model, images, kept, spent }) => [model, images, kept, spent])).toEqual([['Sketch', 8, 0, 80]])
    const usage = (await ada.send<UsageShape>('GET', '/api/credits/usage?by=model')).body.items
    expect(new Map(usage.map(({ label, images }) => [label, images]))).toEqual(
      new Map([
        ['Hidden until a race has a winner', 16],
        ['Sketch', 8],
      ]),
    )
    const csv = await (await ada.raw('GET', '/api/credits/usage?format=csv')).text()
    const lines = csv.split('\r\n').filter((line) => line.includes(cards.first.id))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => names.test(line))).toEqual([])
  })

  it('a reviewer gets aliases, and can’t copy the pictures, which would reveal the models', async () => {
    const { id, cookie } = await link()
    const board = await (await context.server.app.request(`/api/shared/${id}/board`, { headers: { cookie } })).text()
    const changes = await sendOpen(context.server, 'GET', `/api/shared/${id}/changes`, { headers: { cookie } })
    const replies = [board.split('\n').slice(1).join(''), JSON.stringify(changes.body)]
    for (const text of replies) {
      expect(text).toContain('Model A')
      const hidden = text.split('{"id"').filter((card) => /a lake|at night|a pond/.test(card))
      expect(hidden).toHaveLength(4)
      expect(hidden.filter((card) => names.test(card))).toEqual([])
    }
    const bob = await signUp(context.server)
    const fork = await sendOpen(context.server, 'POST', `/api/shared/${id}/fork`, {
      headers: { cookie: `${cookie}; ${bob.cookie}` },
    })
    expect(fork.status).toBe(422)
    expect((await bob.send<{ items: ProjectShape[] }>('GET', '/api/projects')).body.items).toEqual([])
  })

  it("other users' cards have no aliases", async () => {
    const bob = await signUp(context.server)
    const his = await bob.settled(await bob.generate({ prompt: 'a lake', model: 'Sketch' }))
    const { items } = (await bob.send<{ items: AssetShape[] }>('GET', '/api/assets')).body
    expect(items.map(({ generationId, model }) => [generationId, model])).toEqual(
      his.images.map(() => [his.id, 'Sketch']),
    )
  })
})

describe('once the race has a winner', () => {
  beforeAll(async () => {
    const imageId = cards.first.images[0]?.id
    expect((await ada.send('PUT', `/api/series/${race.id}/winner`, { imageId })).status).toBe(200)
  })

  it('everything has its name, and counts', async () => {
    const found = await assets()
    expect(Object.values(cards).map(({ id }) => found.get(id)?.model)).toEqual([
      other,
      'Sketch',
      other,
      'Sketch',
      other,
      'Sketch',
    ])
    expect((await assets(`?model=${encodeURIComponent(other)}`)).size).toBe(3)
    const { items } = (await ada.send<{ items: ModelRecordShape[] }>('GET', '/api/model-record')).body
    expect(items.find(({ model }) => model === other)).toMatchObject({ races: 1, wins: 1, images: 12, kept: 1 })
  })

  it('a reviewer gets the names as well, and can copy', async () => {
    const { id, cookie } = await link()
    const board = await (await context.server.app.request(`/api/shared/${id}/board`, { headers: { cookie } })).text()
    expect(board).toContain(other)
    expect(board).not.toContain('Model A')
    const bob = await signUp(context.server)
    const headers = { cookie: `${cookie}; ${bob.cookie}` }
    expect((await sendOpen(context.server, 'POST', `/api/shared/${id}/fork`, { headers })).status).toBe(201)
  })
})
