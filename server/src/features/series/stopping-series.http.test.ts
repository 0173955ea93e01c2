import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { SeriesShape } from '#contract/cards/series.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let server: TestServer
afterEach(() => server.close())

describe('a series', () => {
  it('that is canceled while a step begins cancels the images of that step as well', async () => {
    // No worker: what is queued stays queued.
    server = await openTestServer({ providers: [createInstantProvider()], variables: { ROLES: 'web', CREDITS: 'off' } })
    const ada = await signUp(server)
    const { body } = await seriesOf(() => ada).ask({
      kind: 'rerun',
      steps: [step(), step({ dependsOn: 0, canvasX: 900 })],
    })
    const begun = await ada.generate({ prompt: 'just begun', projectId: body.projectId })
    const beginning = new pg.Client({ connectionString: server.testDatabase.connectionString })
    await beginning.connect()
    // Works as the background task does: the step is locked, its card is written, and the commit comes last.
    await beginning.query('begin')
    await beginning.query(
      "update series_steps set status = 'started', generation_id = $2 where series_id = $1 and place = 1",
      [body.id, begun.id],
    )
    const stopping = ada.send<SeriesShape>('POST', `/api/series/${body.id}/cancel`)
    await expect
      .poll(async () => {
        const { rows } = await server.database.system.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rows.length
      })
      .toBeGreaterThan(0)
    await beginning.query('commit')
    await beginning.end()
    expect((await stopping).status).toBe(200)
    const settled = await ada.settled(begun)
    expect(settled.images.map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
  })

  it('waits for a card whose images are uncertain, and continues when they come', async () => {
    let isSilent = true
    const instant = createInstantProvider()
    const provider = createInstantProvider({
      async generate(request, call) {
        if (request.prompt !== 'silent' || !isSilent) return instant.generate(request, call)
        await call.rememberRequest(call.requestId ?? randomUUID())
        return new Promise((_, reject) => {
          call.signal.addEventListener('abort', () => reject(call.signal.reason))
        })
      },
    })
    server = await openTestServer({
      providers: [provider],
      variables: { CREDITS: 'off', IMAGE_TIME_LIMIT_SECONDS: '1' },
    })
    const ada = await signUp(server)
    const { ask, cardsOf, ended } = seriesOf(() => ada)
    const silent = await ask({
      kind: 'rerun',
      steps: [step({ prompt: 'silent' }), step({ prompt: 'after silence', dependsOn: 0, canvasX: 900 })],
    })
    const images = async () => (await cardsOf(silent.body.projectId))[0]?.images.map(({ status }) => status)
    await expect.poll(images).toEqual(Array(4).fill('uncertain'))
    // Another series, requested later, gets its turn: the first one would have had its own before.
    const other = await ask({ kind: 'rerun', steps: [step(), step({ dependsOn: 0, canvasX: 900 })] })
    expect((await ended(other.body.id)).steps[1]?.status).toBe('started')
    const statuses = async () =>
      (await ada.send<SeriesShape>('GET', `/api/series/${silent.body.id}`)).body.steps.map(({ status }) => status)
    expect(await statuses()).toEqual(['started', 'waiting'])
    isSilent = false
    await server.database.system.execute(sql`
      with due as (update jobs set run_at = now() where state = 'queued') select pg_notify('espalier_jobs', 'queued')`)
    await expect.poll(statuses).toEqual(['started', 'started'])
  })
})
