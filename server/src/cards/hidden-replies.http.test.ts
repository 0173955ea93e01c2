import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { bringPicture, maskPng, uploadMask } from '#server-testing/edits.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { programOf } from '#server-testing/program.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
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
/** The higher price. */
const highest = 135
/** Everything that would reveal a model: its names, and its provider. */
const names = /Sketch|sketch|ChatGPT|gpt-|openai/

let ada: TestClient
const { ask, cardsOf } = seriesOf(() => ada)
let race: SeriesShape
let first: GenerationShape

beforeAll(async () => {
  ada = await signUp(context.server)
  const steps = [step({ model: other }), step({ canvasX: 900 })]
  race = (await ask({ kind: 'race', hidesNames: true, steps })).body
  const settled = await Promise.all((await cardsOf(race.projectId)).map(ada.settled))
  first = settled.find(({ id }) => id === race.steps[0]?.generationId) as GenerationShape
})

async function reply(method: string, path: string, body?: object) {
  if (method === 'GET') {
    const response = await ada.raw(method, `/api${path}`)
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    return { path: `${method} ${path}`, status: response.status, text }
  }
  const { status, body: sent } = await ada.send<unknown>(method, `/api${path}`, body)
  return { path: `${method} ${path} ${JSON.stringify(body)}`, status, text: JSON.stringify(sent) }
}

describe('while a race hides the names of its models', () => {
  it('no reply about its cards names a model', async () => {
    const { projectId } = race
    const [id, imageId] = [first.id, first.images[0]?.id]
    const below = { modelOf: id, parentGenerationId: id }
    const rerun = { prompt: 'a pond', modelOf: id, repeats: id, canvasX: 0, canvasY: 9_000 }
    const after = { prompt: 'a sea', modelOf: id, dependsOn: 0, canvasX: 900, canvasY: 9_000 }
    const replies = [
      await reply('POST', '/generations', { prompt: 'at noon', ...below }),
      await reply('POST', '/generations', { prompt: 'dear', resolution: '4K', ...below }),
      await reply('POST', '/series', { kind: 'rerun', price: 10_000, projectId, steps: [rerun, after] }),
      await reply('POST', '/series', { kind: 'rerun', price: 0, projectId, steps: [rerun] }),
      await reply('PUT', `/generations/${id}/cap`, { most: 1 }),
      await reply('GET', `/projects/${projectId}/branch-caps`),
      await reply('POST', '/generations', { prompt: 'beyond the cap', ...below }),
      await reply('DELETE', `/generations/${id}/cap`),
      await reply('PATCH', `/generations/${id}`, { isCollapsed: true }),
      await reply('POST', `/generations/${id}/cancel`),
      await reply('PUT', `/images/${imageId}/feedback/like`),
      await reply('POST', `/images/${imageId}/retry`),
      await reply('POST', `/series/${race.id}/cancel`),
      await reply('GET', `/series/${race.id}`),
      await reply('GET', `/projects/${projectId}/series`),
      await reply('GET', `/projects/${projectId}/generations`),
      await reply('GET', `/projects/${projectId}/board`),
      await reply('GET', `/projects/${projectId}/history`),
      await reply('GET', `/projects/${projectId}`),
      await reply('GET', `/assets?projectId=${projectId}`),
      await reply('GET', '/model-record'),
      await reply('GET', '/credits/usage?by=model'),
      await reply('GET', '/credits/usage?format=csv'),
      await reply('GET', '/credits/ledger'),
      await reply('GET', `/images/${imageId}/file`),
      await reply('GET', `/images/${imageId}/file?format=png`),
      await reply('GET', `/images/${imageId}/history`),
      await reply('GET', `/images/${imageId}/path`),
      await reply('DELETE', `/generations/${id}`),
      await reply('GET', '/trash'),
      await reply('GET', `/projects/${projectId}/history`),
      await reply('POST', `/generations/${id}/restore`),
    ]
    const unexpected = replies.filter(({ status }) => ![200, 202, 402, 409].includes(status))
    expect(unexpected.map(({ path, status }) => [path, status])).toEqual([])
    const naming = replies.map(({ path, text }) => [path, names.exec(text)?.[0]]).filter(([, name]) => name)
    expect(naming).toEqual([])
  })

  it('its cards carry aliases, no cost, and the limits of all models at the highest price', async () => {
    const cards = await cardsOf(race.projectId)
    expect(new Set(cards.map(({ model }) => model))).toEqual(new Set(['Model A', 'Model B']))
    for (const { price, hiddenModel } of cards) expect([price, hiddenModel?.prices['1K']]).toEqual([0, highest])
  })

  it('a board lists aliases as its models, and carries the limits with its cards', async () => {
    const { text } = await reply('GET', `/projects/${race.projectId}/board`)
    const [header, lines] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown) as [{ models: string[] }, unknown[][]]
    expect(header.models.toSorted()).toEqual(['Model A', 'Model B'])
    for (const card of lines) expect(card.at(-1)).toMatchObject({ hiddenModel: { prices: { '1K': highest } } })
  })

  it('the event stream names no model, though the stored events do', async () => {
    const stream = await ada.raw('GET', '/api/events?after=0')
    const reader = stream.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    while (reader && !text.includes('at noon')) text += decoder.decode((await reader.read()).value, { stream: true })
    await reader?.cancel()
    expect(text).toContain('"model":"Model B"')
    expect(names.exec(text)?.[0]).toBeUndefined()
  })

  it('the model of a card is used without its name, with the settings that it has', async () => {
    const body = { prompt: 'at dusk', modelOf: first.id, parentGenerationId: first.id, rawMode: true }
    const made = await ada.settled((await ada.send<GenerationShape>('POST', '/api/generations', body)).body)
    expect([made.model, made.status, made.settings.rawMode]).toEqual(['Model A', 'completed', false])
  })

  it('a model is named directly or by a card, not both', async () => {
    const body = { prompt: 'at dawn', model: other, modelOf: first.id }
    expect((await ada.send('POST', '/api/generations', body)).status).toBe(400)
  })

  it('a purse shows neither in a refusal nor in its list what its hidden model costs', async () => {
    const { projectId } = race
    const area = { x: -4_000, y: -4_000, width: 12_000, height: 20_000 }
    const purse = { name: 'Harvest agent', most: 700, ...area }
    const { id } = (await ada.send<PurseShape>('POST', `/api/projects/${projectId}/purses`, purse)).body
    const { token, secret } = (
      await ada.send<CreatedTokenShape>('POST', `/api/purses/${id}/token`, { name: 'Claude Code' })
    ).body
    const program = programOf(context.server, { id: token.id, secret })
    const body = { prompt: 'at noon', modelOf: first.id, parentGenerationId: first.id }
    expect((await program.send('POST', '/api/generations', body)).status).toBe(202)
    const refused = await program.send<object>('POST', '/api/generations', body)
    expect(refused).toMatchObject({ status: 402, body: { code: 'purse-empty' } })
    expect(JSON.stringify(refused.body)).not.toMatch(/[1-9]/)
    const purses = (await ada.send<{ items: PurseShape[] }>('GET', `/api/projects/${projectId}/purses`)).body.items
    expect(purses.map(({ missing }) => missing)).toEqual([null])
    const steps = (await ada.send<{ items: PurseStepShape[] }>('GET', `/api/purses/${id}/steps`)).body.items
    expect(steps.map(({ kind, price }) => [kind, price])).toEqual([['branched', 0]])
  })

  it("another user's card names no model", async () => {
    const bob = await signUp(context.server)
    expect((await bob.send('POST', '/api/generations', { prompt: 'at dawn', modelOf: first.id })).status).toBe(404)
  })
})

describe('while a race of edits hides who makes them', () => {
  it('its cards name no executor, and nothing that distinguishes one from another', async () => {
    const eve = await signUp(context.server)
    const size = { width: 1_600, height: 1_200 }
    const picture = await sharp({ create: { ...size, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const photo = await bringPicture(context.server, eve, picture)
    const mask = await maskPng(size.width, size.height, (x, y) => x > 200 && x < 260 && y > 300 && y < 340)
    const edit = { operation: 'erase', maskUploadId: await uploadMask(context.server, eve, mask) } as const
    const erase = (model: string, canvasX: number) =>
      step({ prompt: '', model, edit, parentImageId: photo.imageId, count: 1, canvasX, canvasY: 5_000 })
    const asked = await seriesOf(() => eve).ask({
      kind: 'race',
      hidesNames: true,
      projectId: photo.projectId,
      steps: [erase(other, 0), erase('this-machine', 900)],
    })
    expect([asked.status, asked.body]).toMatchObject([202, { kind: 'race' }])
    const cards = (await seriesOf(() => eve).cardsOf(photo.projectId)).filter(({ branchKind }) => branchKind === 'edit')
    const settled = await Promise.all(cards.map(eve.settled))
    expect(settled.map(({ executor, model, editRecord }) => [executor, model, editRecord]).toSorted()).toEqual(
      ['Model A', 'Model B'].map((alias) => [
        alias,
        alias,
        {
          maskId: expect.any(String),
          maskBox: { x: 201, y: 301, width: 59, height: 39 },
          cropBox: null,
          strength: null,
          tool: null,
        },
      ]),
    )
    const [card] = settled
    for (const address of [
      `/api/projects/${photo.projectId}/generations`,
      `/api/projects/${photo.projectId}/board`,
      `/api/projects/${photo.projectId}/history`,
      `/api/series/${asked.body.id}`,
      `/api/images/${card?.images[0]?.id}/file`,
    ]) {
      const text = Buffer.from(await (await eve.raw('GET', address)).arrayBuffer()).toString('latin1')
      expect([address, text.match(/This machine|this-machine|ChatGPT|gpt-|openai/)]).toEqual([address, null])
    }
  })
})

describe('once the race has a winner', () => {
  it('its cards, series and files name their models, and what they cost', async () => {
    const imageId = first.images[0]?.id
    const { body } = await ada.send<SeriesShape>('PUT', `/api/series/${race.id}/winner`, { imageId })
    expect(body.steps.map(({ model }) => model)).toEqual([other, 'Sketch'])
    const cards = await cardsOf(race.projectId)
    const [card] = cards.filter(({ id }) => id === first.id)
    expect([card?.model, card?.hiddenModel, card?.price]).toEqual([other, null, 4 * highest])
    const { text } = await reply('GET', `/images/${imageId}/file?format=png`)
    expect(text).toMatch(names)
  })
})
