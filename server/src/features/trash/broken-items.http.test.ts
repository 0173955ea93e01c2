import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import { runOnce } from '#server/background/runner.ts'
import { openDatabase } from '#server/db/database.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { createTestDatabase } from '#server-testing/test-database.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { thumbnailKey } from '../../pictures/picture-keys.ts'
import { createThumbnailer } from '../../pictures/thumbnailer.ts'
import type { Storage } from '../../storage/storage.ts'
import { packTask } from '../sheets/pack-sheets.ts'
import { purgeTask } from './purge-task.ts'

const metricsToken = 'numbers for the operator'
let server: TestServer
let ada: TestClient
beforeEach(async () => {
  server = await openTestServer({
    providers: [createInstantProvider()],
    variables: { CREDITS: 'off', METRICS_TOKEN: metricsToken },
  })
  ada = await signUp(server)
})
afterEach(() => server.close())

const execute = (query: ReturnType<typeof sql>) => server.database.system.execute<Record<string, unknown>>(query)
const made = async (prompt: string) => ada.settled(await ada.generate({ prompt }))
const pack = (storage: Storage = server.storage) =>
  runOnce(
    packTask(
      { db: server.database.system, storage, thumbnailer: createThumbnailer(storage, unlimited), newId: randomUUID },
      { restSeconds: -1 },
    ),
  )
const isPacked = async ({ projectId }: GenerationShape) => {
  const { rows } = await execute(sql`
    select 1 from generated_images images join generations cards on cards.id = images.generation_id
    where project_id = ${projectId} and sheet_id is null`)
  return rows.length === 0
}
/** Makes PostgreSQL refuse a change of one row. */
async function refuse(table: 'projects' | 'series_steps', verb: 'delete' | 'update', condition: string): Promise<void> {
  await execute(
    sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'broken row'; end $$`,
  )
  await execute(
    sql.raw(
      `create trigger refuse_it before ${verb} on ${table} for each row when (${condition}) execute function refuse_it()`,
    ),
  )
}

describe('a broken item of a background task', () => {
  it('a thumbnail that can not be decoded is drawn as its color, and its sheet is packed', async () => {
    const [broken, whole] = [await made('a fox'), await made('a lake')]
    await server.storage.put(thumbnailKey(broken.images[0]!.id, 1, 64), Buffer.from('no picture'))
    await pack()
    expect([await isPacked(broken), await isPacked(whole)]).toEqual([true, true])
  })

  it('a project whose sheet can not be stored does not keep the others from being packed', async () => {
    const cards = [await made('a fox'), await made('a lake')]
    let puts = 0
    const broken: Storage = {
      ...server.storage,
      async put(key, bytes) {
        if (key.startsWith('sheets/')) puts += 1
        if (key.startsWith('sheets/') && puts === 1) throw new Error('this folder is damaged')
        await server.storage.put(key, bytes)
      },
    }
    await expect(pack(broken)).rejects.toThrow('damaged')
    const packed = await Promise.all(cards.map(isPacked))
    expect(packed.toSorted()).toEqual([false, true])
  })

  it('a file that can not be removed does not keep the others', async () => {
    // A server would remove the files itself in its first round.
    const testDatabase = await createTestDatabase()
    const database = openDatabase(testDatabase.connectionString, { connections: 2, onError: () => undefined })
    await database.system.execute(sql`insert into unused_files (key, remove_after)
      select 'images/aa/' || n, now() - interval '1 minute' * (10 - n) from generate_series(1, 9) n`)
    const broken: Storage = {
      ...server.storage,
      async remove(key) {
        if (key === 'images/aa/1') throw new Error('not permitted')
        await server.storage.remove(key)
      },
    }
    await expect(runOnce(purgeTask({ db: database.system, storage: broken }))).rejects.toThrow('not permitted')
    const { rows } = await database.system.execute(sql`select key from unused_files`)
    expect(rows).toEqual([{ key: 'images/aa/1' }])
    await database.close()
    await testDatabase.drop()
  })

  it('a project that can not be purged blocks neither other projects nor cards nor files', async () => {
    const [broken, whole, card] = [await made('a fox'), await made('a lake'), await made('a goose')]
    await execute(sql`update projects set deleted_at = now() - interval '31 days'
      where id in (${broken.projectId}, ${whole.projectId})`)
    await execute(sql`update generations set deleted_at = now() - interval '31 days' where id = ${card.id}`)
    await refuse('projects', 'delete', `old.id = '${broken.projectId}'`)
    await expect(runOnce(purgeTask({ db: server.database.system, storage: server.storage }))).rejects.toThrow()
    const projects = await execute(sql`select id from projects where deleted_at is not null`)
    expect(projects.rows).toEqual([{ id: broken.projectId }])
    expect((await execute(sql`select 1 from generations where id = ${card.id}`)).rows).toEqual([])
  })

  it('a step that can not be started does not block the series of other users, and is counted', async () => {
    const { ask } = seriesOf(() => ada)
    const steps = [step(), step({ prompt: 'with mist', dependsOn: 0, canvasX: 900 })]
    await refuse('series_steps', 'update', "old.request ->> 'prompt' = 'broken'")
    const broken = await ask({ kind: 'rerun', steps: [step(), step({ prompt: 'broken', dependsOn: 0, canvasX: 900 })] })
    // Begins only after the broken step's turn.
    const first = async () =>
      (
        await execute(sql`select 1 from generated_images
      where generation_id = ${broken.body.steps[0]?.generationId} and status <> 'completed'`)
      ).rows.length
    await expect.poll(first).toBe(0)
    const grace = await signUp(server)
    const other = await grace.send<SeriesShape>('POST', '/api/series', { kind: 'rerun', price: 0, steps })
    const statuses = async () =>
      (await grace.send<SeriesShape>('GET', `/api/series/${other.body.id}`)).body.steps.map(({ status }) => status)
    await expect.poll(statuses).toEqual(['started', 'started'])
    const metrics = await server.app.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(await metrics.text()).toMatch(/espalier_background_item_failures_total\{task="advance series"\} [1-9]/)
  })
})
