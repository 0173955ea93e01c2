import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { ReferenceUses } from '#contract/prompts/reference-use.ts'
import { query } from '#server/db/sql/query.ts'
import { other, otherPrice, pricedModels, sketchPrice } from '#server-testing/priced-models.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer(pricedModels())
let ada: TestClient
let fox: GenerationShape
let anna: ReferenceShape
beforeAll(async () => {
  ada = await signUp(context.server)
  fox = await ada.settled(await ada.generate({ prompt: 'a fox', model: 'Sketch', count: 2 }))
})
beforeEach(async () => {
  if (anna) await ada.send('DELETE', `/api/references/${anna.id}`)
  const imageIds = [fox.images[0]?.id]
  anna = (await ada.send<ReferenceShape>('POST', '/api/references', { name: 'anna', imageIds })).body
})
const { ask } = seriesOf(() => ada)

const usesOf = (client: TestClient, cursor?: string | null) =>
  client.send<ReferenceUses>('GET', `/api/references/${anna.id}/uses${cursor ? `?cursor=${cursor}` : ''}`)
const giveNewVersion = async () => {
  const imageIds = [fox.images[1]?.id]
  anna = (await ada.send<ReferenceShape>('PATCH', `/api/references/${anna.id}`, { imageIds })).body
}
const askFor = (prompt: string, over: object = {}) => ada.generate({ prompt, model: 'Sketch', count: 1, ...over })
const ids = ({ body }: { body: ReferenceUses }) => body.items.map(({ generationId }) => generationId)

describe('GET /api/references/{id}/uses', () => {
  it('lists the cards of all projects that name the reference, newest first, with version and price', async () => {
    const first = await askFor('@anna at the sea')
    await giveNewVersion()
    const second = await askFor('@Anna at home', { projectId: fox.projectId, count: 2 })
    await askFor('a harbor')
    const { status, body } = await usesOf(ada)
    const title = async (id: string) => (await ada.send<{ title: string }>('GET', `/api/projects/${id}`)).body.title
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            generationId: second.id,
            projectId: fox.projectId,
            projectTitle: await title(fox.projectId),
            prompt: '@Anna at home',
            versionId: anna.versions[0]?.id,
            isCurrent: true,
            price: sketchPrice / 2,
            createdAt: second.createdAt,
          },
          {
            generationId: first.id,
            projectId: first.projectId,
            projectTitle: await title(first.projectId),
            prompt: '@anna at the sea',
            versionId: anna.versions[1]?.id,
            isCurrent: false,
            price: sketchPrice / 4,
            createdAt: first.createdAt,
          },
        ],
        nextCursor: null,
        savedPrompts: [],
      },
    ])
  })

  it('leaves out cards in the trash, and in projects there', async () => {
    const [kept, trashed, inTrash] = [await askFor('@anna 1'), await askFor('@anna 2'), await askFor('@anna 3')]
    await ada.send('DELETE', `/api/generations/${trashed?.id}`)
    await ada.send('DELETE', `/api/projects/${inTrash?.projectId}`)
    expect(ids(await usesOf(ada))).toEqual([kept?.id])
    await ada.send('POST', `/api/generations/${trashed?.id}/restore`)
    expect(ids(await usesOf(ada))).toEqual([trashed?.id, kept?.id])
  })

  it('has 50 on a page, and each card once over all pages', async () => {
    const { id } = await askFor('@anna at the sea')
    await context.server.database.system.execute(sql`
      insert into generations select (jsonb_populate_record(card, jsonb_build_object(
        'id', gen_random_uuid(), 'created_at', card.created_at - (place / 2) * interval '1 second'))).*
      from generations card, generate_series(1, 60) place where card.id = ${id}`)
    const first = await usesOf(ada)
    const second = await usesOf(ada, first.body.nextCursor)
    expect([first.body.items.length, second.body.items.length, second.body.nextCursor]).toEqual([50, 11, null])
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(61)
    const times = [...first.body.items, ...second.body.items].map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('lists the saved prompts that name it, in any case of letters, on the first page alone', async () => {
    for (const text of ['@Anna at the sea', 'mail@anna.example', 'anna', '(@anna)'])
      await ada.send('POST', '/api/saved-prompts', { name: `of ${text}`, text })
    const named = (await usesOf(ada)).body.savedPrompts
    expect(named.map(({ name }) => name)).toEqual(['of (@anna)', 'of @Anna at the sea'])
    const cursor = Buffer.from(JSON.stringify([new Date().toISOString(), anna.id])).toString('base64url')
    expect((await usesOf(ada, cursor)).body.savedPrompts).toEqual([])
  })

  it('has the highest price of a race that hides the model, and none where the model is gone', async () => {
    const race = await ask({
      kind: 'race',
      hidesNames: true,
      steps: [step({ prompt: '@anna', count: 1 }), step({ prompt: '@anna', model: other, count: 1, canvasX: 900 })],
    })
    expect(race.status).toBe(202)
    expect((await usesOf(ada)).body.items.map(({ price }) => price)).toEqual([otherPrice / 4, otherPrice / 4])
    const gone = await askFor('@anna')
    await context.server.database.system.execute(sql`update generations set model = 'no-model' where id = ${gone.id}`)
    expect((await usesOf(ada)).body.items[0]).toMatchObject({ generationId: gone.id, price: null })
  })

  it('is found by an index, whatever the number of cards', async () => {
    const { rows } = await query<{ 'QUERY PLAN': string }>(
      context.server.database.system,
      { 'QUERY PLAN': 'string' },
      sql`explain (costs off) select generation_id from reference_uses where reference_id = ${anna.id}
        order by created_at desc, generation_id desc limit 50`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('reference_uses_reference')
  })

  it("is 404 for another user's reference, and refuses a wrong cursor", async () => {
    expect((await usesOf(await signUp(context.server))).status).toBe(404)
    expect((await usesOf(ada, 'x')).status).toBe(400)
  })
})
