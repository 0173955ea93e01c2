import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import { generatedImages, generations } from '#server/db/schema/generations.ts'
import { other, pricedModels } from '#server-testing/priced-models.ts'
import { makeProgram, programOf } from '#server-testing/program.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer(pricedModels())

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})
const { ask, cardsOf, ended } = seriesOf(() => ada)

const sampleOf = async (client: Pick<TestClient, 'send'>): Promise<string | null | undefined> => {
  const { body } = await client.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.find(({ value }) => value === 'sketch')?.sampleImageId
}
const made = async (prompt: string) => ada.settled(await ada.generate({ prompt, model: 'Sketch' }))

describe('the sample of a model', () => {
  it("is the first image of the user's newest card, and of no other user", async () => {
    expect(await sampleOf(ada)).toBeNull()
    const first = await made('a lake')
    expect(await sampleOf(ada)).toBe(first.images[0]?.id)
    const second = await made('a pear')
    expect(await sampleOf(ada)).toBe(second.images[0]?.id)
    expect(await sampleOf(await signUp(context.server))).toBeNull()
  })

  it('leaves out failed and sensitive images, cards in the trash, and edits', async () => {
    const { system } = context.server.database
    const older = await made('a lake')
    const card = await made('a pear')
    const [first, second, third] = card.images.map(({ id }) => id)
    const change = (id: string | undefined, fields: object) =>
      system
        .update(generatedImages)
        .set(fields)
        .where(eq(generatedImages.id, id ?? ''))
    await change(first, { status: 'failed', errorCode: 'refused' })
    await change(second, { sensitive: 'hidden' })
    expect(await sampleOf(ada)).toBe(third)
    await system.update(generations).set({ branchKind: 'edit' }).where(eq(generations.id, card.id))
    expect(await sampleOf(ada)).toBe(older.images[0]?.id)
    await system.update(generations).set({ deletedAt: new Date() }).where(eq(generations.id, older.id))
    expect(await sampleOf(ada)).toBeNull()
  })

  it('leaves out cards of a deleted project', async () => {
    const older = await made('a lake')
    const { id: projectId } = (await ada.send<{ id: string }>('POST', '/api/projects', { title: 'A' })).body
    const card = await ada.settled(await ada.generate({ prompt: 'a pear', model: 'Sketch', projectId }))
    expect(await sampleOf(ada)).toBe(card.images[0]?.id)
    await ada.send('DELETE', `/api/projects/${projectId}`)
    expect(await sampleOf(ada)).toBe(older.images[0]?.id)
  })

  it("is no image that a program may not see: outside of its token's project or purse", async () => {
    const inside = await made('a lake')
    const { projectId } = inside
    const outside = await made('a pear')
    const bound = await makeProgram(context.server, ada, { projectId })
    expect(await sampleOf(bound)).toBe(inside.images[0]?.id)
    expect(await sampleOf(await makeProgram(context.server, ada))).toBe(outside.images[0]?.id)
    const area = { x: 90_000, y: 0, width: 3_600, height: 1_800 }
    const purse = await ada.send<PurseShape>('POST', `/api/projects/${projectId}/purses`, {
      name: 'Agent',
      most: 1,
      ...area,
    })
    const token = await ada.send<CreatedTokenShape>('POST', `/api/purses/${purse.body.id}/token`, { name: 'Agent' })
    const { id } = token.body.token
    const { body } = await programOf(context.server, { id, secret: token.body.secret }).send<{ items: ModelShape[] }>(
      'GET',
      '/api/models',
    )
    expect(body.items.flatMap(({ sampleImageId, usedAt }) => sampleImageId ?? usedAt ?? [])).toEqual([])
  })

  it('never shows which card of an open race the model made', async () => {
    const older = await made('a lake')
    const steps = [step(), step({ model: other, canvasX: 900 })]
    const { status, body } = await ask({ kind: 'race', hidesNames: true, steps })
    expect(status, JSON.stringify(body)).toBe(202)
    const { projectId } = await ended(body.id)
    expect(await sampleOf(ada)).toBe(older.images[0]?.id)
    const [winner] = (await cardsOf(projectId)).flatMap(({ images }) => images)
    await ada.send('PUT', `/api/series/${body.id}/winner`, { imageId: winner?.id })
    expect(await sampleOf(ada)).not.toBe(older.images[0]?.id)
  })
})
