import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CreditsShape } from '#contract/credits.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelRecordShape, RequestSeriesInput, SeriesShape } from '#contract/series.ts'
import { ProviderError } from '../providers/provider.ts'
import { createInstantProvider } from '../testing/instant-provider.ts'
import { signUp, type TestClient } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

const instant = createInstantProvider()
/** Refuses whatever is 'forbidden', and paints the rest at once. */
const provider = createInstantProvider({
  async generate(request, call) {
    if (request.prompt.includes('forbidden')) throw new ProviderError('refused', 'Not this.')
    return instant.generate(request, call)
  },
})
const second = createInstantProvider({ name: 'openai', opens: 'by-key' })
const context = withTestServer({
  providers: [provider, second],
  variables: {
    OPENAI_API_KEY: 'sk-of-the-operator',
    SKETCH_CREDITS: '0.10',
    CREDITS_SIGN_UP: '10',
    CREDITS_DAILY: '0',
  },
})
/** Four images of Sketch, and of the other model, in hundredths of a credit. */
const sketchPrice = 40
const otherPrice = 540
const other = 'ChatGPT Image Fast'

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})

type Step = RequestSeriesInput['steps'][number]
const step = (over: Partial<Step> = {}): Step => ({
  prompt: 'a lake',
  model: 'Sketch',
  canvasX: 100,
  canvasY: 0,
  ...over,
})
const ask = (body: Partial<RequestSeriesInput>, headers: Record<string, string> = {}) =>
  ada.send<SeriesShape>('POST', '/api/series', { kind: 'grid', price: 1_000, steps: [step()], ...body }, headers)
const read = async (id: string) => (await ada.send<SeriesShape>('GET', `/api/series/${id}`)).body
const cardsOf = async (projectId: string) =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
const credits = async () => (await ada.send<CreditsShape>('GET', '/api/credits')).body
/** Waits until nothing of the series is still to come. */
async function ended(id: string): Promise<SeriesShape> {
  await expect
    .poll(async () => (await read(id)).steps.filter(({ status }) => status === 'waiting').length, { timeout: 20_000 })
    .toBe(0)
  const series = await read(id)
  const cards = await cardsOf(series.projectId)
  for (const card of cards) await ada.settled(card)
  return series
}

describe('several cards asked for at once', () => {
  it('are made in one new project, each where it was asked for, at the price that was shown', async () => {
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

  it('are all refused where credits are missing for one of them, and nothing is made', async () => {
    const steps = [0, 1].map((column) => step({ model: other, canvasX: column * 900 }))
    const refused = await ask({ price: 2_000, steps })
    expect([refused.status, refused.body]).toMatchObject([402, { data: { missing: 2 * otherPrice - 1_000 } }])
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
    expect(await credits()).toMatchObject({ available: 1_000, held: 0 })
  })

  it('never cost more than was shown', async () => {
    const refused = await ask({ price: sketchPrice - 1 })
    expect(refused.status).toBe(409)
    expect((refused.body as unknown as ErrorBody).message).toBe(
      'This costs 0.40 credits now, not 0.39. Look at it again.',
    )
  })

  it('are made once, however often the same is asked for', async () => {
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
  ])('are refused with %s', async (_what, body) => expect((await ask(body)).status).toBe(400))

  it('are refused where a later one could not be made, before anything is', async () => {
    const refused = await ask({ kind: 'rerun', steps: [step(), step({ dependsOn: 0, model: 'Nobody knows it' })] })
    expect(refused.status).toBe(422)
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
  })

  it('are nobody else’s', async () => {
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

describe('a branch that is made again', () => {
  it('goes from card to card: each starts from the same image of the one before, when that is there', async () => {
    const { body } = await ask({
      kind: 'rerun',
      price: 3 * sketchPrice,
      steps: [
        step(),
        step({ prompt: 'with mist', branchKind: 'remix', dependsOn: 0, parentImagePlace: 2, canvasX: 900 }),
        step({ prompt: 'at night', branchKind: 'enhance', dependsOn: 1, parentImagePlace: 1, canvasX: 1_800 }),
      ],
    })
    expect(body.steps.map(({ status }) => status)).toEqual(['started', 'waiting', 'waiting'])
    const done = await ended(body.id)
    expect(done.steps.map(({ status }) => status)).toEqual(['started', 'started', 'started'])
    const cards = new Map((await cardsOf(body.projectId)).map((card) => [card.id, card]))
    const [root, mist, night] = done.steps.map(({ generationId }) => cards.get(generationId ?? ''))
    expect([mist?.parentGenerationId, mist?.parentImageId]).toEqual([root?.id, root?.images[2]?.id])
    expect([night?.parentGenerationId, night?.parentImageId]).toEqual([mist?.id, mist?.images[1]?.id])
    expect([mist?.canvasX, night?.canvasX]).toEqual([900, 1_800])
  })

  it('stops only what depends on a card without pictures, charges nothing for it, and goes on when told to', async () => {
    const { body } = await ask({
      kind: 'rerun',
      price: 4 * sketchPrice,
      steps: [
        step(),
        step({ prompt: 'forbidden', dependsOn: 0, canvasX: 900 }),
        step({ prompt: 'below it', dependsOn: 1, canvasX: 1_800 }),
        step({ prompt: 'beside it', dependsOn: 0, canvasX: 900, canvasY: 450 }),
      ],
    })
    const done = await ended(body.id)
    expect(done.steps.map(({ status, message }) => [status, message])).toEqual([
      ['started', null],
      ['started', null],
      ['skipped', 'The card before it made no picture.'],
      ['started', null],
    ])
    expect(await credits()).toMatchObject({ available: 1_000 - 2 * sketchPrice, held: 0 })
    const again = await ada.send<SeriesShape>('POST', `/api/series/${body.id}/go-on`)
    expect(again.body.steps.map(({ status }) => status)).toEqual(['started', 'started', 'waiting', 'started'])
    expect((await ended(body.id)).steps[2]?.status).toBe('skipped')
  })

  it('is stopped with everything that has not begun', async () => {
    const { body } = await ask({
      kind: 'rerun',
      steps: [step(), step({ dependsOn: 0, canvasX: 900 }), step({ dependsOn: 1, canvasX: 1_800 })],
    })
    const stopped = await ada.send<SeriesShape>('POST', `/api/series/${body.id}/cancel`)
    expect(stopped.body.steps[2]?.status).toBe('cancelled')
    await ended(body.id)
    expect((await credits()).held).toBe(0)
  })

  it('leaves the old branch as it was', async () => {
    const old = await ada.settled(await ada.generate({ prompt: 'a lake', model: 'Sketch' }))
    const before = JSON.stringify((await cardsOf(old.projectId)).find(({ id }) => id === old.id))
    const { body } = await ask({
      kind: 'rerun',
      projectId: old.projectId,
      steps: [step(), step({ dependsOn: 0, canvasX: 900 })],
    })
    await ended(body.id)
    expect(JSON.stringify((await cardsOf(old.projectId)).find(({ id }) => id === old.id))).toBe(before)
  })
})

describe('a winner', () => {
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

  it('is one of the images that ran', async () => {
    const { body } = await ask({})
    const alone = await ada.settled(await ada.generate({ prompt: 'a lake', model: 'Sketch' }))
    const imageId = alone.images[0]?.id
    expect((await ada.send('PUT', `/api/series/${body.id}/winner`, { imageId })).status).toBe(422)
  })
})
