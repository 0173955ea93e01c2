import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { pricedModels, sketchPrice } from '#server-testing/priced-models.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '#server-testing/project-files.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer(pricedModels())

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})
const { ask, cardsOf, credits, ended } = seriesOf(() => ada)

describe('a re-run of a branch', () => {
  it('advances card by card: each starts from the same image of the one before, when that is finished', async () => {
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

  it('keeps the words that each step was improved from, also of an edit and of steps that begin later', async () => {
    const edit = { operation: 'adjust' as const, adjustments: { light: 40 } }
    const { body } = await ask({
      kind: 'rerun',
      price: 2 * sketchPrice,
      steps: [
        step({ improvedFrom: 'lake' }),
        step({ improvedFrom: 'mist', branchKind: 'remix', dependsOn: 0, canvasX: 900 }),
        step({ improvedFrom: 'lighter', edit, model: 'This machine', count: 1, dependsOn: 0, canvasY: 450 }),
      ],
    })
    const done = await ended(body.id)
    expect(done.steps.map(({ message }) => message)).toEqual([null, null, null])
    const cards = new Map((await cardsOf(body.projectId)).map((card) => [card.id, card.improvedFrom]))
    expect(done.steps.map(({ generationId }) => cards.get(generationId ?? ''))).toEqual(['lake', 'mist', 'lighter'])
  })

  it('stops only what depends on a card without images, charges nothing for it, and continues on request', async () => {
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

  it('is canceled with everything that has not begun', async () => {
    const { body } = await ask({
      kind: 'rerun',
      steps: [step(), step({ dependsOn: 0, canvasX: 900 }), step({ dependsOn: 1, canvasX: 1_800 })],
    })
    const stopped = await ada.send<SeriesShape>('POST', `/api/series/${body.id}/cancel`)
    expect(stopped.body.steps[2]?.status).toBe('cancelled')
    await ended(body.id)
    expect((await credits()).held).toBe(0)
  })

  it('continues in another process where the one that ran it has ended', async () => {
    const web = await openTestServer({ providers: [createInstantProvider()], variables: { ROLES: 'web' } })
    try {
      const eve = await signUp(web)
      const chain = [0, 1, 2, 3, 4, 5].map((place) =>
        step({
          canvasX: 900 * place,
          improvedFrom: `idea ${place}`,
          ...(place > 0 && { dependsOn: place - 1, branchKind: 'remix' as const }),
        }),
      )
      const made = await eve.send<SeriesShape>('POST', '/api/series', { kind: 'rerun', price: 0, steps: chain })
      const waiting = async () =>
        (await eve.send<SeriesShape>('GET', `/api/series/${made.body.id}`)).body.steps.filter(
          ({ status }) => status === 'waiting',
        ).length
      const first = web.another({ ROLES: 'worker' })
      await expect.poll(waiting, { interval: 10 }).toBeLessThan(5)
      await first.stop()
      const left = await waiting()
      expect(left).toBeGreaterThan(0)
      web.another({ ROLES: 'worker' })
      await expect.poll(waiting).toBe(0)
      const { items } = (
        await eve.send<{ items: GenerationShape[] }>('GET', `/api/projects/${made.body.projectId}/generations`)
      ).body
      expect(items.map(({ improvedFrom }) => improvedFrom).toSorted()).toEqual(
        [0, 1, 2, 3, 4, 5].map((place) => `idea ${place}`),
      )
    } finally {
      await web.close()
    }
  })

  it('leaves every byte of the old branch unchanged, whatever its tree', async () => {
    const { system: db } = context.server.database
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
