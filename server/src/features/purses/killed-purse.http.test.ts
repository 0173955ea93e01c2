import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { query } from '#server/db/sql/query.ts'
import { processesOf } from '#server-testing/killed-process.ts'
import { programOf } from '#server-testing/program.ts'
import type { SpendingProcess } from '#server-testing/spending-process.ts'
import { signUp } from '#server-testing/test-client.ts'
import { testSecret, withTestServer } from '#server-testing/test-server.ts'

const processes = processesOf('spending')
/** An image costs one credit. */
const variables = { SKETCH_CREDITS: '1', JOB_LEASE_SECONDS: '1' }
/** It makes no image itself: that is left to the processes that are killed. */
const context = withTestServer({ variables: { ...variables, ROLES: 'web' }, plans: { signUp: 10_000 } })

const most = 2_000
const price = 200
const images = price / 100
/** More than the purse pays for. */
const steps = Array.from({ length: 14 }, (_, place) => ({
  key: randomUUID(),
  body: { prompt: `pear tree ${place}`, count: images },
}))

/** What the ledger says of a purse, in hundredths; `twice`: images that were held or settled more than once at a time. */
type Ledger = { readonly captured: number; readonly held: number; readonly twice: number }

it('a purse whose server is killed again and again has spent what was captured and is held, nothing twice, never more than its limit', async () => {
  const { server } = context
  const ada = await signUp(server)
  const project = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Walled garden' })).body
  const area = { x: 0, y: 0, width: 3_600, height: 2_400 }
  const made = await ada.send<PurseShape>('POST', `/api/projects/${project.id}/purses`, {
    name: 'Agent',
    most,
    ...area,
  })
  const purseId = made.body.id
  const { token, secret } = (
    await ada.send<CreatedTokenShape>('POST', `/api/purses/${purseId}/token`, { name: 'Agent' })
  ).body
  const order: SpendingProcess = {
    connectionString: server.testDatabase.connectionString,
    dataDir: server.dataDir,
    secret: testSecret,
    variables,
    headers: programOf(server, { id: token.id, secret }).headers,
    steps,
  }
  const purseNow = async () => {
    const { items } = (await ada.send<{ items: PurseShape[] }>('GET', `/api/projects/${project.id}/purses`)).body
    return items[0]
  }
  const ledger = async (): Promise<Ledger> => {
    const { rows } = await query<{ captured: string; held: string; twice: string }>(
      server.database.system,
      { captured: 'string', held: 'string', twice: 'string' },
      sql`
      with holds as (
        select hold.image_id, -hold.amount as price, ending.kind as ending from credit_entries hold
        left join credit_entries ending on ending.closes = hold.id
        where hold.purse_id = ${purseId} and hold.kind = 'hold')
      select coalesce(sum(price) filter (where ending = 'settlement'), 0)::text as captured,
        coalesce(sum(price) filter (where ending is null), 0)::text as held,
        (select count(*) from (select 1 from holds where ending is distinct from 'release' group by image_id having count(*) > 1) a)::text as twice
      from holds`,
    )
    const [row] = rows
    return { captured: Number(row?.captured), held: Number(row?.held), twice: Number(row?.twice) }
  }
  const cards = async () =>
    (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${project.id}/generations`)).body.items

  // Killed while the first images are in work, and when the purse is about to be empty.
  const wasHeld: number[] = []
  for (const captured of [200, 1_200]) {
    const child = processes.start(order)
    await expect
      .poll(async () => (await ledger()).captured, { timeout: 40_000, interval: 20 })
      .toBeGreaterThanOrEqual(captured)
    await child.kill()
    const now = await ledger()
    wasHeld.push(now.held)
    expect(now.twice).toBe(0)
    expect((await purseNow())?.spent).toBe(now.captured + now.held)
    expect(now.captured + now.held).toBeLessThanOrEqual(most)
  }
  expect(Math.max(...wasHeld)).toBeGreaterThan(0)

  const last = processes.start(order)
  await expect.poll(ledger, { timeout: 40_000 }).toEqual({ captured: most, held: 0, twice: 0 })
  await expect.poll(async () => (await purseNow())?.missing, { timeout: 40_000 }).toBe(price)
  await last.kill()
  expect(await purseNow()).toMatchObject({ spent: most, most })
  const there = await cards()
  expect(there.flatMap((card) => card.images.map(({ status }) => status))).toEqual(
    Array.from({ length: most / 100 }, () => 'completed'),
  )
  // Each step once: its card, and its line in the list of steps.
  const prompts = there.map(({ prompt }) => prompt)
  expect(new Set(prompts).size).toBe(most / price)
  const done = (await ada.send<{ items: PurseStepShape[] }>('GET', `/api/purses/${purseId}/steps`)).body.items
  expect(done.map(({ title }) => title).toSorted()).toEqual(prompts.toSorted())
}, 180_000)
