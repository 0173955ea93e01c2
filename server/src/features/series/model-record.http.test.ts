import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelRecordShape } from '#contract/cards/series.ts'
import { other, otherPrice, pricedModels, sketchPrice } from '#server-testing/priced-models.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '#server-testing/project-files.ts'
import { seriesOf } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer(pricedModels())

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})
const { cardsOf } = seriesOf(() => ada)

describe('the model record of a user', () => {
  it('counts images generated here, and no imported ones', async () => {
    const { system: db } = context.server.database
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
    // An imported image was generated, and paid, elsewhere; its stars were given there.
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
