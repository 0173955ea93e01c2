import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { RemakeReply } from '#contract/prompts/reference-use.ts'
import { other, otherPrice, pricedModels, sketchPrice } from '#server-testing/priced-models.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer(pricedModels())
let ada: TestClient
let fox: GenerationShape
let anna: ReferenceShape
beforeAll(async () => {
  ada = await signUp(context.server)
  fox = await ada.settled(await ada.generate({ prompt: 'a fox', model: 'Sketch', count: 4 }))
})
beforeEach(async () => {
  if (anna) await ada.send('DELETE', `/api/references/${anna.id}`)
  anna = (await ada.send<ReferenceShape>('POST', '/api/references', { name: 'anna', imageIds: [foxImage(0)] })).body
})
const { ask, cardsOf, credits, ended } = seriesOf(() => ada)

const foxImage = (index: number) => fox.images[index]?.id ?? ''
const change = async (body: object) => {
  anna = (await ada.send<ReferenceShape>('PATCH', `/api/references/${anna.id}`, body)).body
}
const askFor = (prompt: string, over: object = {}) => ada.generate({ prompt, model: 'Sketch', count: 1, ...over })
const remake = (cards: readonly { id: string }[], price: number, headers: Record<string, string> = {}) =>
  ada.send<RemakeReply>(
    'POST',
    `/api/references/${anna.id}/remake`,
    { generationIds: cards.map(({ id }) => id), price },
    headers,
  )
const stepsOf = async (series: RemakeReply['series'][number] | undefined) =>
  (await ada.send<SeriesShape>('GET', `/api/series/${series?.id}`)).body.steps
const cardOf = async (projectId: string, id: string | null | undefined) =>
  (await cardsOf(projectId)).find((card) => card.id === id)
const price = sketchPrice / 4

describe('POST /api/references/{id}/remake', () => {
  it('repeats each card in its project, below it, with the newest version', async () => {
    const asked = { imagePrompts: [foxImage(2)], seed: 7, improvedFrom: 'anna, sea' }
    const first = await askFor('@anna at the sea', { ...asked, parentImageId: foxImage(3), branchKind: 'remix' })
    const second = await askFor('@Anna at home')
    await change({ imageIds: [foxImage(1)] })
    const { status, body } = await remake([first, second], 2 * price)
    expect([status, body.refused]).toEqual([201, []])
    expect(body.series.map(({ projectId }) => projectId).toSorted()).toEqual(
      [fox.projectId, second.projectId].toSorted(),
    )
    const [made] = await stepsOf(body.series.find(({ projectId }) => projectId === fox.projectId))
    expect(made).toMatchObject({ repeats: first.id, canvasX: first.canvasX, canvasY: first.canvasY + 450 })
    const card = await cardOf(fox.projectId, made?.generationId)
    const same = {
      prompt: '@anna at the sea',
      improvedFrom: 'anna, sea',
      model: 'Sketch',
      settings: { ...first.settings, seed: 7 },
      parentImageId: foxImage(3),
      branchKind: 'remix',
      canvasX: first.canvasX,
      canvasY: first.canvasY + 450,
    }
    expect(card).toMatchObject({
      ...same,
      references: [{ name: 'anna', versionId: anna.versions[0]?.id }],
      imagePrompts: [foxImage(2), foxImage(1)],
    })
    expect(card?.images).toHaveLength(1)
  })

  it('keeps the words as they were written, with the names of lists and the present name of the reference', async () => {
    await ada.send('POST', '/api/word-lists', { name: 'light', words: [{ text: 'dawn' }] })
    const old = await askFor('@anna at __light__')
    await change({ name: 'eve', imageIds: [foxImage(1)] })
    const { body } = await remake([old], price)
    const [made] = await stepsOf(body.series[0])
    expect(await cardOf(old.projectId, made?.generationId)).toMatchObject({
      prompt: '@eve at dawn',
      writtenPrompt: '@eve at __light__',
      references: [{ name: 'eve' }],
    })
  })

  it('never costs more than was shown, and changes nothing then', async () => {
    const old = await askFor('@anna')
    await change({ imageIds: [foxImage(1)] })
    await ada.settled(old)
    const before = await credits()
    const { status, body } = await remake([old], price - 1)
    expect([status, (body as unknown as { message: string }).message]).toEqual([
      409,
      'This costs 0.10 credits now, not 0.09. Look at it again.',
    ])
    expect([await credits(), (await cardsOf(old.projectId)).length]).toEqual([before, 1])
  })

  it('is paid once where its reply was lost', async () => {
    const old = await askFor('@anna')
    const elsewhere = await askFor('@anna, again')
    await change({ imageIds: [foxImage(1)] })
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await remake([old, elsewhere], 2 * price, key),
      await remake([old, elsewhere], 2 * price, key),
    ]
    expect(again.body).toEqual(first.body)
    expect(await cardsOf(old.projectId)).toHaveLength(2)
    const seriesId = '019b0000-0000-7000-8000-000000000001'
    const send = () =>
      ada.send<RemakeReply>('POST', `/api/references/${anna.id}/remake`, { seriesId, generationIds: [old.id], price })
    const byId = [await send(), await send()]
    expect(byId.map(({ body }) => body)).toEqual(
      Array(2).fill({ series: [{ id: seriesId, projectId: old.projectId }], refused: [] }),
    )
    expect(await cardsOf(old.projectId)).toHaveLength(3)
  })

  it('refuses single cards with a sentence, and makes the others', async () => {
    const cat = await ada.settled(await askFor('a cat'))
    const [old, trashed, gone, branch] = [
      await askFor('@anna 1'),
      await askFor('@anna 2'),
      await askFor('@anna 3'),
      await askFor('@anna 4', { imagePrompts: [cat.images[0]?.id] }),
    ] as const
    await change({ imageIds: [foxImage(1)] })
    const current = await askFor('@anna 5')
    await ada.send('DELETE', `/api/generations/${trashed.id}`)
    await context.server.database.system.execute(sql`update generations set model = 'no-model' where id = ${gone.id}`)
    await ada.send('DELETE', `/api/generations/${cat.id}`)
    const { body } = await remake([old, trashed, gone, branch, current], price)
    expect(body).toEqual({
      series: [{ id: expect.any(String), projectId: old.projectId }],
      refused: [
        { generationId: trashed.id, message: 'This card is gone, or does not use the reference.' },
        { generationId: gone.id, message: 'The model of this card is not available any more.' },
        { generationId: branch.id, message: 'A picture or style that this card was made with is gone.' },
        { generationId: current.id, message: 'This card was made with the newest version.' },
      ],
    })
  })

  it('refuses a card whose prompt becomes too long with the present name', async () => {
    const old = await askFor('@anna '.repeat(600).trim())
    await change({ name: 'a'.repeat(60), imageIds: [foxImage(1)] })
    expect((await remake([old], price)).body).toEqual({
      series: [],
      refused: [
        {
          generationId: old.id,
          message: 'With the present name of the reference the prompt of this card is longer than 4,000 characters.',
        },
      ],
    })
  })

  it('keeps the model of a race hidden', async () => {
    const race = await ask({
      kind: 'race',
      hidesNames: true,
      steps: [step({ prompt: '@anna', count: 1 }), step({ prompt: '@anna', model: other, count: 1, canvasX: 900 })],
    })
    const raced = await ended(race.body.id)
    await change({ imageIds: [foxImage(1)] })
    const cards = raced.steps.map(({ generationId }) => ({ id: generationId ?? '' }))
    const low = await remake(cards, price)
    expect([low.status, JSON.stringify(low.body)]).toEqual([409, expect.not.stringMatching(/1\.45|Sketch|ChatGPT/)])
    const { body } = await remake(cards, otherPrice / 2)
    const steps = await stepsOf(body.series[0])
    expect(steps.map(({ model, price: shown }) => [model, shown])).toEqual([
      ['Model A', 0],
      ['Model B', 0],
    ])
    for (const { generationId } of steps)
      expect(await cardOf(race.body.projectId, generationId)).toMatchObject({
        model: expect.stringMatching(/^Model [AB]$/),
        price: 0,
      })
  })

  it('is paid from the budget of a token that may generate, and closed to others', async () => {
    const old = await askFor('@anna')
    await change({ imageIds: [foxImage(1)] })
    const send = async (grants: object) => {
      const token = await ada.send<CreatedTokenShape>('POST', '/api/tokens', { name: 'A program', ...grants })
      return sendOpen<{ code?: string }>(context.server, 'POST', `/api/references/${anna.id}/remake`, {
        body: { generationIds: [old.id], price },
        headers: { authorization: `Bearer ${token.body.secret}` },
      })
    }
    expect((await send({ scopes: ['read', 'edit'] })).status).toBe(403)
    expect((await send({ scopes: ['generate'], projectId: old.projectId })).status).toBe(403)
    expect((await send({ scopes: ['generate'], budget: { credits: 0.09, per: 'total' } })).body.code).toBe(
      'token-budget',
    )
    expect((await send({ scopes: ['generate'], budget: { credits: 0.1, per: 'total' } })).status).toBe(201)
  })

  it("is 404 for another user's reference, and refuses their cards", async () => {
    const old = await askFor('@anna')
    const grace = await signUp(context.server)
    const body = { generationIds: [old.id], price }
    expect((await grace.send('POST', `/api/references/${anna.id}/remake`, body)).status).toBe(404)
    const hers = await grace.settled(await grace.generate({ prompt: 'a cat', model: 'Sketch', count: 1 }))
    const own = await grace.send<ReferenceShape>('POST', '/api/references', {
      name: 'anna',
      imageIds: [hers.images[0]?.id],
    })
    const reply = await grace.send<RemakeReply>('POST', `/api/references/${own.body.id}/remake`, body)
    expect(reply.body).toMatchObject({ series: [], refused: [{ generationId: old.id }] })
  })
})
