import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { createLog } from '#server/operations/log.ts'
import type { ImageCall, ImageProvider } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { unlimitedMemory } from '#server-testing/unlimited.ts'
import { notifyConnections } from '../connections/connection-rows.ts'
import { createWorkflowTests, waitingForTest } from './workflow-tests.ts'

/** Runs at ComfyUI, in order: the user of a test, the prompt of an image. */
const began: string[] = []
const running = new Set<string>()
const most = { atOnce: 0, ofUser: 0 }
const canceled: (string | null)[] = []
let hold: (call: ImageCall) => Promise<unknown> = () => wait(40)
/** Holds an image until its signal ends it. */
const untilCanceled = ({ signal }: ImageCall) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
const instant = createInstantProvider()
const comfyUi: Partial<ImageProvider> = {
  name: 'comfyui',
  concurrency: 1,
  workflows: { isReachable: () => true, describe: async () => new Map() },
  async generate(request, call) {
    const owner = String(request.workflow?.graph['1']?.inputs.owner ?? request.prompt)
    // Read before anything is waited for: a test may end, and the next one set another, while this call goes on.
    const holding = hold
    began.push(owner)
    most.ofUser = Math.max(most.ofUser, running.has(owner) ? 2 : 1)
    running.add(owner)
    most.atOnce = Math.max(most.atOnce, running.size)
    await call.rememberRequest(`prompt-${began.length}`)
    await holding(call).finally(() => running.delete(owner))
    return instant.generate(request, call)
  },
  async cancel(requestId) {
    canceled.push(requestId)
    return null
  },
}
const context = withTestServer({
  providers: [createInstantProvider(), createInstantProvider(comfyUi)],
  variables: { JOB_LEASE_SECONDS: '3' },
})
afterEach(() => {
  hold = () => wait(40)
  for (const list of [began, canceled]) list.length = 0
})

const db = () => context.server.database.system
const rowOf = async (id: string) => (await db().select().from(comfyWorkflows).where(eq(comfyWorkflows.id, id)))[0]

/** Workflows of a user whose tests wait. */
async function insertWaiting({ userId }: TestClient, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: randomUUID(), userId, name: `Workflow ${index}`, places: [], values: [], ...waitingForTest() },
    graph: { 1: { class_type: 'SaveImage', inputs: { owner: userId } } },
  }))
  await db().insert(comfyWorkflows).values(rows)
  await db().execute(sql`select pg_notify('espalier_jobs', 'queued')`)
  return rows.map(({ id }) => id)
}
const statesOf = async (ids: readonly string[]) =>
  (
    await db()
      .select()
      .from(comfyWorkflows)
      .where(inArray(comfyWorkflows.id, [...ids]))
  ).map(({ state }) => state)

/** A worker of the test itself, beside that of the server. */
const ownWorker = () =>
  createWorkflowTests({
    ...{ db: db(), log: createLog('silent'), work: { ofJob: () => unlimitedMemory }, reload: async () => undefined },
    registry: { provider: () => createInstantProvider(comfyUi) },
  })

/** A new test that this worker has claimed; one that the worker of the server claimed first is waited for. */
async function claimNew(tests: ReturnType<typeof ownWorker>, leaseSeconds: number) {
  for (;;) {
    const { userId } = await signUp(context.server)
    const id = randomUUID()
    const waiting = { id, userId, name: 'Claimed', graph: {}, places: [], values: [], ...waitingForTest() }
    await db().insert(comfyWorkflows).values(waiting)
    const run = await tests.claim({ leaseSeconds, turn: 'before-jobs' })
    if (run) return { id, run }
    await expect.poll(async () => (await rowOf(id))?.state, { timeout: 20_000 }).toBe('works')
    began.length = 0
  }
}

describe('createWorkflowTests', () => {
  it('runs tests in the slot of ComfyUI, one at a time, by turns of their users', async () => {
    const people = [await signUp(context.server), await signUp(context.server)]
    const ids = (await Promise.all(people.map((person) => insertWaiting(person, 3)))).flat()
    await expect.poll(() => statesOf(ids), { timeout: 20_000 }).toEqual(ids.map(() => 'works'))
    expect(most).toEqual({ atOnce: 1, ofUser: 1 })
    const [first, second] = began
    expect(first).not.toBe(second)
    expect(began).toEqual([first, second, first, second, first, second])
  })

  it('runs one test of a user at a time, over all processes', async () => {
    const ada = await signUp(context.server)
    const other = context.server.another()
    const ids = await insertWaiting(ada, 4)
    await expect.poll(() => statesOf(ids), { timeout: 30_000 }).toEqual(ids.map(() => 'works'))
    expect(most.ofUser).toBe(1)
    await other.stop()
  })

  it('gives the tests of a user no more turns than the images of others', async () => {
    const [ada, bob, cy] = [await signUp(context.server), await signUp(context.server), await signUp(context.server)]
    const id = randomUUID()
    const now = new Date()
    const worked = { state: 'works' as const, workedAt: now, shownAt: now, seconds: 1 }
    const graph = { 1: { class_type: 'SaveImage', inputs: {} } }
    await db()
      .insert(comfyWorkflows)
      .values({ id, userId: null, name: 'For all', places: [], values: [], graph, ...worked })
    await db().transaction(notifyConnections)
    const model = `workflow:${id}`
    await expect
      .poll(async () =>
        (await bob.send<{ items: ModelShape[] }>('GET', '/api/models')).body.items.some(({ value }) => value === model),
      )
      .toBe(true)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    hold = () => held
    await bob.generate({ prompt: 'bob', model })
    await expect.poll(() => began).toEqual(['bob'])
    await cy.generate({ prompt: 'cy', model })
    await insertWaiting(ada, 4)
    hold = () => wait(5)
    release()
    await expect.poll(() => began, { timeout: 20_000 }).toHaveLength(12)
    const turn = [ada.userId, 'cy', 'bob']
    expect(began.slice(1, 10).map((each) => turn.indexOf(each))).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
  })

  it('runs one test of a workflow at a time that is asked for once more', async () => {
    hold = untilCanceled
    const ada = await signUp(context.server)
    const [id = ''] = await insertWaiting(ada, 1)
    await expect.poll(() => began).toHaveLength(1)
    hold = () => wait(40)
    for (let press = 0; press < 3; press += 1)
      expect((await ada.send('POST', `/api/workflows/${id}/test`)).status).toBe(200)
    await expect.poll(async () => (await rowOf(id))?.state).toBe('works')
    expect([began.length, canceled, most.atOnce]).toEqual([2, ['prompt-1'], 1])
  })

  it('runs one test of a workflow at a time that is changed meanwhile, and tests it as it is then', async () => {
    hold = untilCanceled
    const ada = await signUp(context.server)
    const [id = ''] = await insertWaiting(ada, 1)
    await expect.poll(() => began).toHaveLength(1)
    const later = `${ada.userId} later`
    hold = () => wait(40)
    const graph = { 1: { class_type: 'SaveImage', inputs: { owner: later } } }
    await db().update(comfyWorkflows).set({ graph, testAskedAt: new Date() }).where(eq(comfyWorkflows.id, id))
    await expect.poll(async () => (await rowOf(id))?.state).toBe('works')
    expect([began, canceled]).toEqual([[ada.userId, later], ['prompt-1']])
    expect(most.atOnce).toBe(1)
  })

  it('cancels a test at ComfyUI that is not wanted any more, and leaves its row alone', async () => {
    hold = untilCanceled
    const [id = ''] = await insertWaiting(await signUp(context.server), 1)
    await expect.poll(() => began).toHaveLength(1)
    await db().update(comfyWorkflows).set({ removedAt: new Date() }).where(eq(comfyWorkflows.id, id))
    await expect.poll(() => canceled).toEqual(['prompt-1'])
    expect((await rowOf(id))?.state).toBe('testing')
  })

  it('ends the test of a worker that was killed: cancels it at ComfyUI, and says that it was interrupted', async () => {
    const [ada, tests] = [await signUp(context.server), ownWorker()]
    const id = randomUUID()
    const lease = { testClaim: randomUUID(), testingUntil: new Date(Date.now() - 1_000), testRequestId: 'prompt-9' }
    const row = { id, userId: ada.userId, name: 'Lost', graph: {}, places: [], values: [], ...waitingForTest() }
    await db()
      .insert(comfyWorkflows)
      .values({ ...row, ...lease })
    await tests.reclaim()
    // The worker of the server does the same, and may be first.
    await expect.poll(() => canceled).toEqual(['prompt-9'])
    const interrupted = { state: 'failed', reason: expect.stringContaining('interrupted') }
    await expect.poll(() => rowOf(id)).toMatchObject(interrupted)
  })

  it('keeps a test whose lease is shorter than the time between two renewals', async () => {
    const tests = ownWorker()
    const { id, run } = await claimNew(tests, 2)
    hold = untilCanceled
    const claimed = (await rowOf(id))?.testingUntil?.getTime() ?? 0
    const stop = new AbortController()
    const end = run(stop.signal)
    await expect.poll(async () => (await rowOf(id))?.testingUntil?.getTime() ?? 0).toBeGreaterThan(claimed + 1_000)
    expect((await rowOf(id))?.state).toBe('testing')
    hold = () => wait(40)
    stop.abort()
    await end
    // The worker of the server runs it now: the next test would meet it.
    await expect.poll(async () => (await rowOf(id))?.state, { timeout: 20_000 }).toBe('works')
  })

  it('lets the test of a worker that stops be run by another one', async () => {
    const { id, run } = await claimNew(ownWorker(), 15)
    hold = untilCanceled
    const stop = new AbortController()
    const end = run(stop.signal)
    await expect.poll(() => began).toHaveLength(1)
    hold = () => wait(40)
    stop.abort()
    await end
    await expect.poll(async () => (await rowOf(id))?.state, { timeout: 20_000 }).toBe('works')
  })
})
