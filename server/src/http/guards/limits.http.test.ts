import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import { starterNames } from '#domain/starters/starters.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { openEvents, type SseClient } from '#server-testing/sse-client.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  // Never generates anything: jobs stay queued.
  server = await openTestServer({ providers: [createInstantProvider({ concurrency: 0 })] })
})
afterAll(() => server.close())

/** Starts another process with these limits, for the same user. */
async function limitedTo(variables: Record<string, string>): Promise<TestClient> {
  return signUp(server.another(variables))
}
/** Sends requests together: one after the other, none would be too many on a slow machine. */
const together = <Reply>(count: number, send: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, send))
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)
/** Number of those that have passed. Which ones is open: requests that are sent together may overtake each other. */
const passed = (replies: readonly { status: number }[]) => replies.filter(({ status }) => status === 200).length

describe('requests', () => {
  it('of one user: a burst of ten seconds’ worth passes, then 429 with the time to wait; others are unaffected', async () => {
    const another = server.another({ PERSON_LIMITS: 'requests-per-second=1' })
    const ada = await signUp(another)
    const replies = await together(12, () => ada.send('GET', '/api/projects'))
    expect(passed(replies)).toBeGreaterThanOrEqual(10)
    const refused = replies.find(({ status }) => status === 429)
    expect(new Set(statusesOf(replies))).toEqual(new Set([200, 429]))
    expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['rate-limited', '1'])
    expect((await (await signUp(another)).send('GET', '/api/projects')).status).toBe(200)
  })

  it('of one address: four times as many pass, for any users', async () => {
    const another = server.another({ PERSON_LIMITS: 'requests-per-second=1' })
    const replies = await together(45, () => sendOpen(another, 'GET', '/api/models'))
    expect(passed(replies)).toBeGreaterThanOrEqual(40)
    expect(new Set(statusesOf(replies))).toEqual(new Set([200, 429]))
    expect((await sendOpen(another, 'GET', '/healthz')).status).toBe(200)
  })

  it('at the same time: 503 beyond the capacity of the process', async () => {
    const ada = await limitedTo({ SERVER_LIMITS: 'requests-at-once=2' })
    const replies = await together(8, () => ada.send('GET', '/api/projects'))
    expect(new Set(statusesOf(replies))).toEqual(new Set([200, 503]))
    expect(replies.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('2')
    expect((await ada.send('GET', '/api/projects')).status).toBe(200)
  })

  it('hold their place until their streamed reply has ended', async () => {
    const ada = await limitedTo({ SERVER_LIMITS: 'requests-at-once=4' })
    const { id } = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Foxes' })).body
    const statusOf = async () => (await ada.send('GET', '/api/projects')).status
    const path = `/api/projects/${id}/board`
    const board = await ada.raw('GET', path)
    expect([board.status, await statusOf()]).toEqual([200, 503])
    await board.text()
    expect(await statusOf()).toBe(200)
    const another = await ada.raw('GET', path)
    expect(await statusOf()).toBe(503)
    await another.body?.cancel()
    expect(await statusOf()).toBe(200)
    expect([(await ada.raw('HEAD', path)).status, await statusOf()]).toEqual([200, 200])
  })

  describe('that wait for the database', () => {
    const blocker = { end: async () => {} }
    afterEach(() => blocker.end())
    /** Transactions that the servers of this database have open. */
    async function openTransactions(): Promise<number> {
      const client = new pg.Client({ connectionString: server.testDatabase.connectionString })
      await client.connect()
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
      )
      await client.end()
      return rows[0]?.count ?? -1
    }
    async function lockProjects() {
      const client = new pg.Client({ connectionString: server.testDatabase.connectionString })
      await client.connect()
      await client.query('begin; lock table projects in access exclusive mode')
      blocker.end = () => client.end()
    }

    it('are answered with 503 at the time limit', async () => {
      const ada = await limitedTo({ SERVER_LIMITS: 'request-seconds=1' })
      await lockProjects()
      const reply = await ada.send('GET', '/api/projects')
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    })

    it('change nothing after they were answered with 504, where they are writes', async () => {
      const ada = await limitedTo({ SERVER_LIMITS: 'request-seconds=1' })
      await lockProjects()
      const reply = await ada.send('POST', '/api/projects', { title: 'late' })
      expect([reply.status, reply.body.code]).toEqual([504, 'late'])
      await blocker.end()
      await expect.poll(openTransactions).toBe(0)
      expect((await ada.send('GET', '/api/projects')).body).toMatchObject({ items: [] })
    })

    it('go on after their late reply where they copy a project, which a repeat is given', async () => {
      const ada = await limitedTo({ SERVER_LIMITS: 'request-seconds=1' })
      await lockProjects()
      const open = () =>
        ada.send<{ id: string }>('POST', `/api/starters/${starterNames[0]}`, undefined, {
          'idempotency-key': 'one-copy',
        })
      expect((await open()).status).toBe(504)
      await blocker.end()
      const listed = async () => (await ada.send<{ items: { id: string }[] }>('GET', '/api/projects')).body.items
      await expect.poll(async () => (await listed()).length, { timeout: 20_000 }).toBe(1)
      expect((await open()).body.id).toBe((await listed())[0]?.id)
    })

    it('release their connection when the statement takes too long', async () => {
      const ada = await limitedTo({ SERVER_LIMITS: 'statement-seconds=1', DATABASE_CONNECTIONS: '2' })
      await lockProjects()
      const replies = await Promise.all(Array.from({ length: 6 }, () => ada.send('GET', '/api/projects')))
      expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(503))
      await blocker.end()
      expect((await ada.send('GET', '/api/projects')).status).toBe(200)
    })
  })
})

describe('event streams', () => {
  it('of one user: 429 for one more, and another one passes when one is closed', async () => {
    const another = server.another({ PERSON_LIMITS: 'streams=2' })
    const [ada, eve] = [await signUp(another), await signUp(another)]
    const streams: SseClient[] = [await openEvents(another, ada.cookie), await openEvents(another, ada.cookie)]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    const refused = await ada.raw('GET', '/api/events')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await openEvents(another, eve.cookie)).status).toBe(200)
    streams[0]?.close()
    await expect.poll(async () => (await openEvents(another, ada.cookie)).status).toBe(200)
  })
})

describe('the limits of one user', () => {
  it('for the queue: 429 with a sentence, and nothing of the refused request is stored', async () => {
    const ada = await limitedTo({ PERSON_LIMITS: 'queued=9' })
    const { projectId } = await ada.generate({ prompt: 'a fox' })
    await ada.generate({ prompt: 'a fox', projectId })
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a fox' })
    expect([refused.status, refused.body.message, refused.headers.get('retry-after')]).toEqual([
      429,
      '9 of your images are waiting already. Try again when some of them are there.',
      '10',
    ])
    const { body } = await ada.send<{ items: unknown[] }>('GET', '/api/projects')
    expect(body.items).toHaveLength(1)
  })

  it('for projects: 413, by both calls that create one', async () => {
    const ada = await limitedTo({ PERSON_LIMITS: 'projects=2' })
    const make = () => ada.send('POST', '/api/projects', { title: 'Mine' })
    expect(statusesOf([await make(), await make(), await make()])).toEqual([201, 201, 413])
    expect((await ada.send('POST', '/api/generations', { prompt: 'a fox' })).status).toBe(413)
  })

  it('for cards of a project: 413, while another project has room', async () => {
    const ada = await limitedTo({ PERSON_LIMITS: 'cards=2' })
    const { projectId } = await ada.generate({ prompt: 'a fox' })
    await ada.generate({ prompt: 'a fox', projectId })
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a fox', projectId })
    expect([refused.status, refused.body.code]).toEqual([413, 'too-large'])
    await ada.generate({ prompt: 'a fox' })
  })
})
