import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LatestProjectsReply, latestProjectsPerPage, type ProjectShape } from '#contract/board/project.ts'
import { maxProjectTitle } from '#domain/board/change.ts'
import { createWorkLimits, type OwnerWork } from '#server/operations/work-limits.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { listLatestProjects } from './list-latest-projects.ts'

const context = withTestServer()
const workOfBob = createWorkLimits({ memoryBytes: 20_000_000, temporaryBytes: 1 }).of('bob')
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

  it('reads a page and the number of projects from the database, however many there are', async () => {
    const bob = await signUp(context.server)
    const { database } = context.server
    await database.system.execute(
      sql`insert into projects (user_id, title) select ${bob.userId}, 'Board ' || n from generate_series(1, 300) n`,
    )
    const db = database.forUser(bob.userId)
    const { runPlanned } = db
    let rows = 0
    const counted = Object.assign(db, {
      async runPlanned(...planned: Parameters<NonNullable<typeof runPlanned>>) {
        const result = await runPlanned?.(...planned)
        rows += result?.rows.length ?? 0
        return result
      },
    }) as typeof db
    const listed = await listLatestProjects(counted, { userId: bob.userId, query: {}, work: workOfBob })
    expect(listed).toMatchObject({ ok: true, value: { total: 300, items: { length: latestProjectsPerPage } } })
    expect(rows).toBe(latestProjectsPerPage + 2)
  })

  it('searches many titles within the memory of their owner', async () => {
    const bob = await signUp(context.server)
    const { database } = context.server
    await database.system.execute(
      sql`insert into projects (user_id, title) select ${bob.userId}, 'Board ' || n from generate_series(1, 300) n`,
    )
    const weights: number[] = []
    const work: OwnerWork = {
      ...workOfBob,
      admit: (weight, begin) => {
        weights.push(weight)
        return begin()
      },
    }
    const db = database.forUser(bob.userId)
    const listed = await listLatestProjects(db, { userId: bob.userId, query: { q: 'board 30' }, work })
    expect(listed).toMatchObject({ ok: true, value: { total: 4 } })
    expect(weights).toEqual([300_000])
  })

  it('hands over what was found page by page', async () => {
    const bob = await signUp(context.server)
    await context.server.database.system.execute(
      sql`insert into projects (user_id, title) select ${bob.userId}, 'Board ' || n from generate_series(1, 60) n`,
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: LatestProjectsReply = await latest(bob, `?q=board${cursor && `&cursor=${cursor}`}`)
      seen.push(...titlesOf(page))
      cursor = page.nextCursor
      expect(page.total).toBe(60)
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
  })

  it('searches a title as far as titles may go', async () => {
    const bob = await signUp(context.server)
    const { id } = await create(bob, 'Gate')
    const write = (title: string) =>
      context.server.database.system.execute(sql`update projects set title = ${title} where id = ${id}`)
    await write(`${'a'.repeat(maxProjectTitle - 5)} gate`)
    expect((await latest(bob, '?q=gate')).total).toBe(1)
    await write(`${'a'.repeat(maxProjectTitle)} gate`)
    expect((await latest(bob, '?q=gate')).total).toBe(0)
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
