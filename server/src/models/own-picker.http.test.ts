import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { favoriteModels } from '#server/db/schema/model-connections.ts'
import { createTypicalWaits } from '#server/features/models/typical-waits.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { removedAccount } from '#server-testing/removed-account.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ providers: [createInstantProvider({ name: 'sketch', opens: 'freely' })] })

let ada: TestClient
let bob: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
})

const modelOf = async (client: TestClient, value: string) => {
  const { body } = await client.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.find((model) => model.value === value)!
}

describe('a switch in the picker', () => {
  it("leaves a model out of the person's own picker, and nothing else", async () => {
    const show = (isShown: boolean) => ada.send('PUT', '/api/models/gemini-ai/shown', { isShown })
    expect((await show(false)).body).toEqual({ model: 'gemini-ai', isShown: false })
    await show(false)
    expect((await modelOf(ada, 'gemini-ai')).isShown).toBe(false)
    expect((await modelOf(bob, 'gemini-ai')).isShown).toBe(true)
    await show(true)
    expect((await modelOf(ada, 'gemini-ai')).isShown).toBe(true)
  })
})

describe('a favourite', () => {
  const favour = (isFavourite: boolean) => ada.send('PUT', '/api/models/krea-2/favourite', { isFavourite })

  it('is one of the person who marked it', async () => {
    expect((await favour(true)).body).toEqual({ model: 'krea-2', isFavourite: true })
    await favour(true)
    expect((await modelOf(ada, 'krea-2')).isFavourite).toBe(true)
    expect((await modelOf(bob, 'krea-2')).isFavourite).toBe(false)
    await favour(false)
    expect((await modelOf(ada, 'krea-2')).isFavourite).toBe(false)
  })

  it('goes with the account', async () => {
    await favour(true)
    await ada.send('DELETE', '/api/account', { password: 'correct horse' })
    await removedAccount(context.server, ada.userId)
    const { system } = context.server.database
    expect(await system.select().from(favoriteModels).where(eq(favoriteModels.userId, ada.userId))).toEqual([])
  })

  it.each(['shown', 'favourite'])('needs a model that there is (%s)', async (call) => {
    const body = call === 'shown' ? { isShown: false } : { isFavourite: true }
    expect((await ada.send('PUT', `/api/models/nothing/${call}`, body)).status).toBe(404)
  })
})

describe('what the picker says of a used model', () => {
  it('is when the person’s last card with it was made', async () => {
    const first = await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const second = await ada.settled(await ada.generate({ prompt: 'a pear' }))
    expect((await modelOf(ada, 'sketch')).usedAt).toBe(second.createdAt)
    expect(second.createdAt > first.createdAt).toBe(true)
    expect((await modelOf(bob, 'sketch')).usedAt).toBeNull()
    expect((await modelOf(ada, 'krea-2')).usedAt).toBeNull()
  })

  it('is the median wait of the pictures on this server, read once a minute', async () => {
    const { system } = context.server.database
    await system.delete(jobs)
    const card = await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const take = (seconds: readonly number[]) =>
      Promise.all(
        card.images.map(({ id }, place) =>
          system
            .update(jobs)
            .set({ finishedAt: sql`created_at + ${`${seconds[place]} seconds`}::interval` })
            .where(eq(jobs.imageId, id)),
        ),
      )
    let now = 0
    const waits = createTypicalWaits(system, { now: () => now })
    await take([2, 4, 8, 100])
    expect((await waits.read()).get('sketch')).toBe(6)
    await take([1, 1, 1, 1])
    now = 59_999
    expect((await waits.read()).get('sketch')).toBe(6)
    now = 60_000
    expect((await waits.read()).get('sketch')).toBe(1)
  })

  it('is nothing for fewer than three pictures, and for those that failed', async () => {
    const { system } = context.server.database
    await system.delete(jobs)
    const card = await ada.settled(await ada.generate({ prompt: 'a lake' }))
    for (const { id } of card.images.slice(2))
      await system.update(jobs).set({ state: 'failed' }).where(eq(jobs.imageId, id))
    expect(await createTypicalWaits(system).read()).toEqual(new Map())
  })
})
