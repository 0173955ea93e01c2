import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CreditsShape } from '#contract/credits.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelRecordShape, RequestSeriesInput, SeriesShape } from '#contract/series.ts'
import { ProviderError } from '../providers/provider.ts'
import { createInstantProvider } from '../testing/instant-provider.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '../testing/project-files.ts'
import { signUp, type TestClient } from '../testing/test-client.ts'
import { openTestServer, withTestServer } from '../testing/test-server.ts'

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

  it('goes on in another process where the one that was at it has ended', async () => {
    const web = await openTestServer({ providers: [createInstantProvider()], variables: { ROLES: 'web' } })
    try {
      const eve = await signUp(web)
      const chain = [0, 1, 2, 3, 4, 5].map((place) =>
        step({ canvasX: 900 * place, ...(place > 0 && { dependsOn: place - 1, branchKind: 'remix' as const }) }),
      )
      const made = await eve.send<SeriesShape>('POST', '/api/series', { kind: 'rerun', price: 0, steps: chain })
      const waiting = async () =>
        (await eve.send<SeriesShape>('GET', `/api/series/${made.body.id}`)).body.steps.filter(
          ({ status }) => status === 'waiting',
        ).length
      const first = web.another({ ROLES: 'worker' })
      await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBeLessThan(5)
      await first.stop()
      const left = await waiting()
      expect(left).toBeGreaterThan(0)
      web.another({ ROLES: 'worker' })
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
      const { items } = (
        await eve.send<{ items: GenerationShape[] }>('GET', `/api/projects/${made.body.projectId}/generations`)
      ).body
      expect(items).toHaveLength(6)
    } finally {
      await web.close()
    }
  })

  it('leaves every byte of the old branch as it was, whatever its tree', async () => {
    const { db } = context.server.database
    const tree = fc.array(fc.record({ parent: fc.nat(), image: fc.nat(3), isCollapsed: fc.boolean() }), {
      minLength: 2,
      maxLength: 4,
    })
    const cardsOfTree = (nodes: { parent: number; image: number; isCollapsed: boolean }[]) =>
      nodes.map(({ parent, image, isCollapsed }, place) => {
        const above = place === 0 ? null : fileId((parent % place) + 1)
        return cardRecord(fileId(place + 1), {
          isCollapsed,
          canvasX: 900 * place,
          prompt: `step ${place}`,
          createdAt: new Date(Date.UTC(2026, 0, 1) + place).toISOString(),
          parentGenerationId: above,
          parentImageId: above?.replace(/.$/, String(image + 1)) ?? null,
          branchKind: above === null ? null : 'remix',
          images: [0, 1, 2, 3].map((orderNum) =>
            imageRecord(fileId(place + 1).replace(/.$/, String(orderNum + 1)), {
              orderNum,
              feedback: orderNum === image ? ['star', 'like'] : [],
            }),
          ),
        })
      })
    /** All rows and files of a project's first cards. */
    const bytesOf = async (ids: readonly string[]) => {
      const named = sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )
      const { rows } = await db.execute<{ row: unknown }>(sql`
        select to_jsonb(card) as row from generations card where id in (${named})
        union all select to_jsonb(image) - 'sheet_id' - 'sheet_slot' from generated_images image where generation_id in (${named})
        union all select to_jsonb(feedback) from image_feedback feedback
          join generated_images image on image.id = feedback.image_id where generation_id in (${named})
        union all select to_jsonb(past) from card_history past where generation_id in (${named})`)
      const files = (await cardsOf(projectId)).filter(({ id }) => ids.includes(id)).flatMap(({ images }) => images)
      const contents = await Promise.all(
        files.map(async ({ id }) => Buffer.from(await (await ada.raw('GET', `/api/images/${id}/file`)).arrayBuffer())),
      )
      return [...rows.map(({ row }) => JSON.stringify(row)).sort(), ...contents.map((each) => each.toString('base64'))]
    }
    let projectId = ''
    await fc.assert(
      fc.asyncProperty(tree, async (nodes) => {
        const zip = await zipOf(await filesOf(cardsOfTree(nodes)))
        projectId = (await importZip(context.server, ada, zip)).body.id
        const old = (await cardsOf(projectId)).toReversed()
        const ids = old.map(({ id }) => id)
        const before = await bytesOf(ids)
        const { body } = await ask({
          kind: 'rerun',
          projectId,
          steps: old.map((card, place) => {
            const at = { prompt: `again ${card.prompt}`, canvasX: card.canvasX, canvasY: 5_000 }
            if (place === 0) return step(at)
            const parent = ids.indexOf(card.parentGenerationId ?? '')
            return step({ ...at, dependsOn: parent, parentImagePlace: 1, branchKind: 'remix' })
          }),
        })
        const done = await ended(body.id)
        expect(done.steps.map(({ status }) => status)).toEqual(nodes.map(() => 'started'))
        expect(await bytesOf(ids)).toEqual(before)
      }),
      { numRuns: 2 },
    )
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

describe('your models', () => {
  it('are counted as one would count them by hand, without what was made elsewhere', async () => {
    const { db } = context.server.database
    const made = async (prompt: string, model: string, projectId?: string) =>
      ada.settled(await ada.generate({ prompt, model, ...(projectId ? { projectId } : {}) }))
    const lake = await made('a lake', 'Sketch')
    const { projectId } = lake
    await made('forbidden', 'Sketch', projectId)
    const pond = await made('a pond', 'Sketch', projectId)
    const fine = await made('a pond', other, projectId)
    const judge = (card: GenerationShape, place: number, verdict: string) =>
      ada.send('PUT', `/api/images/${card.images[place]?.id}/feedback/${verdict}`)
    for (const [card, place, verdict] of [
      [lake, 0, 'star'],
      [lake, 0, 'like'],
      [lake, 1, 'dislike'],
      [pond, 2, 'like'],
      [fine, 3, 'star'],
    ] as const)
      await judge(card, place, verdict)
    // What is brought along was waited for, and paid, elsewhere; its stars are somebody's of that time.
    const stranger = imageRecord(fileId(1).replace(/.$/, '1'), { feedback: ['star'] })
    await importZip(context.server, ada, await zipOf(await filesOf([cardRecord(fileId(1), { images: [stranger] })])))

    const { items } = (await ada.send<{ items: ModelRecordShape[] }>('GET', '/api/model-record')).body
    const cards = await cardsOf(projectId)
    const { rows } = await db.execute<{ image_id: string; seconds: number }>(sql`
      select image_id, extract(epoch from finished_at - created_at)::float8 as seconds from jobs where state = 'done'
        and user_id = ${ada.userId}`)
    const byHand = ['Sketch', other].map((model) => {
      const own = cards.filter((card) => card.model === model)
      const images = own.flatMap((card) => card.images)
      const there = images.filter(({ status }) => status === 'completed')
      const waits = rows
        .filter(({ image_id: id }) => there.some((image) => image.id === id))
        .map(({ seconds }) => Number(seconds))
        .sort((a, b) => a - b)
      const [low = 0, high = 0] = [waits[Math.floor((waits.length - 1) / 2)], waits[Math.ceil((waits.length - 1) / 2)]]
      return {
        model,
        races: 0,
        wins: 0,
        images: there.length,
        kept: there.filter(({ feedback }) => feedback.includes('star') || feedback.includes('like')).length,
        refused: images.filter(({ error }) => error?.code === 'refused').length,
        medianSeconds: (low + high) / 2,
        spent: own.reduce(
          (sum, card) => sum + (card.price / 4) * card.images.filter(({ status }) => status === 'completed').length,
          0,
        ),
      }
    })
    expect(byHand.map(({ images, kept, refused, spent }) => [images, kept, refused, spent])).toEqual([
      [8, 2, 4, 2 * sketchPrice],
      [4, 1, 0, otherPrice],
    ])
    expect(items).toEqual(
      byHand.map((record) => ({ ...record, medianSeconds: expect.closeTo(record.medianSeconds, 6) })),
    )
  })
})
