import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModelRecordShape, SeriesShape } from '#contract/cards/series.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { other, otherPrice, pricedModels, sketchPrice } from '#server-testing/priced-models.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer(pricedModels())

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})
const { ask, cardsOf, credits, ended } = seriesOf(() => ada)

describe('a series', () => {
  it('is created in one new project, each card at its requested place, at the price that was shown', async () => {
    const { status, body } = await ask({
      kind: 'race',
      price: sketchPrice + otherPrice,
      steps: [step(), step({ model: other, canvasX: 900 })],
    })
    expect(status).toBe(202)
    expect(body.steps.map(({ status: is, model, price }) => [is, model, price])).toEqual([
      ['started', 'Sketch', sketchPrice],
      ['started', other, otherPrice],
    ])
    const cards = await cardsOf(body.projectId)
    expect(cards.map(({ canvasX, price }) => [canvasX, price]).sort()).toEqual([
      [100, sketchPrice],
      [900, otherPrice],
    ])
    await ended(body.id)
    expect(await credits()).toMatchObject({ available: 1_000 - sketchPrice - otherPrice, held: 0 })
  })

  it('is refused whole where credits are missing for one card, and nothing is created', async () => {
    const steps = [0, 1].map((column) => step({ model: other, canvasX: column * 900 }))
    const refused = await ask({ price: 2_000, steps })
    expect([refused.status, refused.body]).toMatchObject([402, { data: { missing: 2 * otherPrice - 1_000 } }])
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
    expect(await credits()).toMatchObject({ available: 1_000, held: 0 })
  })

  it('never costs more than was shown', async () => {
    const refused = await ask({ price: sketchPrice - 1 })
    expect(refused.status).toBe(409)
    expect((refused.body as unknown as ErrorBody).message).toBe(
      'This costs 0.40 credits now, not 0.39. Look at it again.',
    )
  })

  it('is created once for repeated requests', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await ask({}, key)
    const again = await ask({}, key)
    expect(again.body.id).toBe(first.body.id)
    expect(await cardsOf(first.body.projectId)).toHaveLength(1)
  })

  it.each([
    ['no steps', { steps: [] }],
    ['more than 36 cards', { steps: Array.from({ length: 37 }, () => step()) }],
    ['a step that depends on a later one', { steps: [step({ dependsOn: 1 }), step()] }],
    ['a step that depends on itself', { steps: [step(), step({ dependsOn: 1 })] }],
    ['a step with two parents', { steps: [step(), step({ dependsOn: 0, parentGenerationId: randomUUID() })] }],
  ])('is refused with %s', async (_what, body) => expect((await ask(body)).status).toBe(400))

  it('is refused where a later step is invalid, before anything is created', async () => {
    const refused = await ask({ kind: 'rerun', steps: [step(), step({ dependsOn: 0, model: 'Unknown model' })] })
    expect(refused.status).toBe(422)
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
  })

  it('is invisible to other users', async () => {
    const { body } = await ask({})
    const bob = await signUp(context.server)
    expect((await bob.send('GET', `/api/series/${body.id}`)).status).toBe(404)
    expect((await bob.send('POST', `/api/series/${body.id}/cancel`)).status).toBe(404)
    const { projectId } = body
    expect(
      (await bob.send('POST', '/api/series', { kind: 'grid', price: 40, projectId, steps: [step()] })).status,
    ).toBe(404)
  })
})

describe('the winner of a race', () => {
  it('is starred, and counts for its model', async () => {
    const { body } = await ask({
      kind: 'race',
      hidesNames: true,
      steps: [step(), step({ model: other, canvasX: 900 })],
    })
    const done = await ended(body.id)
    const card = (await cardsOf(body.projectId)).find(({ id }) => id === done.steps[1]?.generationId)
    const imageId = card?.images[3]?.id
    const picked = await ada.send<SeriesShape>('PUT', `/api/series/${body.id}/winner`, { imageId })
    expect([picked.status, picked.body.winnerImageId]).toEqual([200, imageId])
    const after = (await cardsOf(body.projectId)).flatMap(({ images }) => images).find(({ id }) => id === imageId)
    expect(after?.feedback).toEqual(['star'])
    const { items } = (await ada.send<{ items: ModelRecordShape[] }>('GET', '/api/model-record')).body
    expect(items.map(({ medianSeconds, ...record }) => [record, medianSeconds !== null])).toEqual(
      expect.arrayContaining([
        [{ model: other, races: 1, wins: 1, images: 4, kept: 1, refused: 0, spent: otherPrice }, true],
        [{ model: 'Sketch', races: 1, wins: 0, images: 4, kept: 0, refused: 0, spent: sketchPrice }, true],
      ]),
    )
  })

  it('must be one of the images of the race', async () => {
    const { body } = await ask({})
    const alone = await ada.settled(await ada.generate({ prompt: 'a lake', model: 'Sketch' }))
    const imageId = alone.images[0]?.id
    expect((await ada.send('PUT', `/api/series/${body.id}/winner`, { imageId })).status).toBe(422)
  })
})
