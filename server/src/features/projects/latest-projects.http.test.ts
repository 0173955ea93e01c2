import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LatestProjectsReply, latestProjectsPerPage, type ProjectShape } from '#contract/project.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const create = async (client: TestClient, title: string) =>
  (await client.send<ProjectShape>('POST', '/api/projects', { title })).body
const latest = async (client: TestClient, search = '') =>
  (await client.send<LatestProjectsReply>('GET', `/api/projects/latest${search}`)).body
const titlesOf = ({ items }: LatestProjectsReply) => items.map(({ title }) => title)

describe('GET /api/projects/latest', () => {
  it('lists the project edited last first, whether a card was made or moved', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'Older' }))
    await create(ada, 'Newer')
    expect(titlesOf(await latest(ada))).toEqual(['Newer', 'Older'])
    const before = (await latest(ada)).items[1]?.editedAt ?? ''
    const changes = [{ id: randomUUID(), kind: 'place', generationId: card.id, canvasX: 5, canvasY: 5 }]
    expect((await ada.send('POST', `/api/projects/${card.projectId}/changes`, { changes })).status).toBe(200)
    const after = await latest(ada)
    expect(titlesOf(after)).toEqual(['Older', 'Newer'])
    expect(Date.parse(after.items[0]?.editedAt ?? '')).toBeGreaterThan(Date.parse(before))
  })

  it('covers a project with the faces of its newest cards, starred ones first, without what is in the trash', async () => {
    const bob = await signUp(context.server)
    const first = await bob.settled(await bob.generate({ prompt: 'first' }))
    const { projectId } = first
    const second = await bob.settled(await bob.generate({ prompt: 'second', projectId }))
    const third = await bob.settled(await bob.generate({ prompt: 'third', projectId }))
    const cover = async () => (await latest(bob)).items[0]?.coverImageIds
    expect(await cover()).toEqual([third, second, first].map(({ images }) => images[0]?.id))
    await bob.send('PUT', `/api/images/${first.images[2]?.id}/feedback/star`)
    await bob.send('PUT', `/api/images/${second.images[1]?.id}/feedback/like`)
    expect(await cover()).toEqual([first.images[2]?.id, third.images[0]?.id, second.images[1]?.id])
    await bob.send('DELETE', `/api/generations/${third.id}`)
    expect(await cover()).toEqual([first.images[2]?.id, second.images[1]?.id])
  })

  it('leaves images that the safety filter found sensitive off the cover', async () => {
    const bob = await signUp(context.server)
    const card = await bob.settled(await bob.generate({ prompt: 'an owl' }))
    await context.server.database.system.execute(
      sql`update generated_images set sensitive = 'hidden' where id = ${card.images[0]?.id}`,
    )
    expect((await latest(bob)).items[0]?.coverImageIds).toEqual([card.images[1]?.id])
  })

  it('finds every word of the query in the title, in any case and without accents', async () => {
    const bob = await signUp(context.server)
    for (const title of ['Ridge line', 'Crème brûlée', 'The river']) await create(bob, title)
    const find = async (q: string) => titlesOf(await latest(bob, `?${new URLSearchParams({ q })}`))
    expect(await find('ri')).toEqual(['The river', 'Ridge line'])
    expect(await find('BRULEE creme')).toEqual(['Crème brûlée'])
    expect(await find('ridge river')).toEqual([])
    expect(await latest(bob, '?q=ri')).toMatchObject({ total: 2, nextCursor: null })
  })

  it('hands over each project once, page by page, with the number of all of them', async () => {
    const bob = await signUp(context.server)
    const count = latestProjectsPerPage + 2
    for (let at = 0; at < count; at += 1) await create(bob, `Board ${at}`)
    // As an import writes them: all at the same time, so that ids alone tell them apart.
    await context.server.database.system.execute(
      sql`update projects set updated_at = now() where user_id = ${bob.userId}`,
    )
    const first = await latest(bob)
    const second = await latest(bob, `?cursor=${first.nextCursor}`)
    expect([first.items.length, second.items.length, first.total, second.nextCursor]).toEqual([
      latestProjectsPerPage,
      2,
      count,
      null,
    ])
    expect(new Set([...titlesOf(first), ...titlesOf(second)]).size).toBe(count)
  })

  it('refuses a cursor that it did not write', async () =>
    expect((await ada.send('GET', '/api/projects/latest?cursor=nonsense')).status).toBe(400))

  it('shows nothing of another user, and nothing of the trash', async () => {
    const bob = await signUp(context.server)
    const { id } = await create(bob, 'Gone')
    await create(bob, 'Here')
    await bob.send('DELETE', `/api/projects/${id}`)
    expect(await latest(bob)).toMatchObject({ total: 1, items: [{ title: 'Here' }] })
  })
})
