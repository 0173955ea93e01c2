import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Model } from '#domain/models/model.ts'
import { slotsOf, withValues } from '#domain/workflows/workflow.ts'
import { advisoryLocks } from '#server/db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '#server/db/database.ts'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { noteTurn } from '#server/jobs/claim-job.ts'
import { jobChannel } from '#server/jobs/job.ts'
import type { SideClaim, SideTurn, SideWork } from '#server/jobs/worker.ts'
import { blankPicture, pictureOfPixels, readHeader } from '#server/operations/decoding-room.ts'
import type { Log } from '#server/operations/log.ts'
import type { WorkLimits } from '#server/operations/work-limits.ts'
import { type ImageRequest, ProviderError, type StoredWorkflow } from '#server/providers/provider.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import { notifyConnections } from '../connections/connection-rows.ts'
import { interruptedTest, modelOfWorkflow, storedOf, type WorkflowRow } from './workflow-rows.ts'

/** A picture of a large model on a processor takes its time. */
const maxTestMs = 15 * 60_000
/** The longest time between two renewals of a lease, which notice that a test is not wanted any more. */
const maxRenewMs = 3_000
/** The owner of the memory for tests of workflows for everyone. */
const operatorOwner = 'operator'
const cancelMs = 5_000
/** The side of the picture that a workflow begins from in its test, where it says no size. */
const defaultSide = 512

type Deps = {
  readonly db: SystemDatabase
  readonly registry: Pick<ModelRegistry, 'provider'>
  readonly log: Log
  readonly work: Pick<WorkLimits, 'ofJob'>
  /** Reads the models that were added in the app again. */
  reload(): Promise<void>
}

/** The columns of a workflow whose test no worker has. */
const unclaimed = { testingUntil: null, testClaim: null, testRequestId: null }

const requestedTest = () => ({ state: 'testing' as const, reason: null, testAskedAt: new Date() })

/** The columns of a workflow whose test waits for its turn. */
export const waitingForTest = () => ({ ...requestedTest(), ...unclaimed })

/**
 * The columns of a workflow that is to be tested as it is now. A test that runs keeps its claim until its worker has canceled it, so that no
 * two of a workflow run at once.
 */
export const askForTest = ({ state, testClaim, testingUntil }: WorkflowRow) =>
  state === 'testing' && testClaim !== null && testingUntil !== null && testingUntil > new Date()
    ? requestedTest()
    : waitingForTest()

/** Wakes workers for a test, once its transaction commits. */
export async function notifyOfTest(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${jobChannel}, 'queued')`)
}

/** The largest side of the picture that a test begins from: its memory is this process's. */
const maxSide = 2_048

const numberIn = ({ graph, places }: StoredWorkflow, slot: 'width' | 'height') => {
  const place = places.find((each) => each.slot === slot)
  const value = place && graph[place.node]?.inputs[place.input]
  return typeof value === 'number' && value >= 1 ? Math.min(Math.round(value), maxSide) : defaultSide
}

/** Dark to light: a picture to begin from. */
function gradient({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) data.fill(Math.round((y / height) * 200) + 30, y * width * 3, (y + 1) * width * 3)
  return pictureOfPixels(data, { width, height, channels: 3 }).png().toBuffer()
}

/** White in the middle. */
async function middle({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const square = { create: { width: w, height: h, channels: 3 as const, background: '#ffffff' } }
  return blankPicture({ width, height, channels: 3, background: '#000000' })
    .composite([{ input: square, left: (width - w) >> 1, top: (height - h) >> 1 }])
    .toColourspace('b-w')
    .png()
    .toBuffer()
}

/** A request for one picture at the size that the workflow itself says. */
async function testRequest(model: Model, workflow: StoredWorkflow): Promise<ImageRequest> {
  const size = { width: numberIn(workflow, 'width'), height: numberIn(workflow, 'height') }
  const slots = slotsOf(workflow.places)
  const prompt = 'a red fox in fresh snow'
  const takesPicture = slots.has('input image')
  const picture = takesPicture ? await gradient(size) : null
  const mask = takesPicture && slots.has('mask') ? await middle(size) : null
  return {
    model,
    workflow,
    prompt,
    words: prompt,
    style: null,
    seed: 1,
    orderNum: 0,
    size,
    aspectRatio: '1:1',
    resolution: '1K',
    rawMode: false,
    references: picture && !mask ? [{ bytes: picture, role: 'content' }] : [],
    parent: null,
    edit:
      picture && mask
        ? {
            asked: { operation: 'change' },
            words: prompt,
            source: { bytes: picture, size },
            sourceMask: null,
            given: { picture, mask, size },
            strength: null,
            tool: null,
          }
        : null,
    conversationHistory: [],
  }
}

/** The part that a test shows to work: not the choices of people for each picture. */
const ranBy = ({ places, graph, values }: WorkflowRow) => [places, withValues(graph, values)]

const leaseOf = (leaseSeconds: number) => sql`now() + ${leaseSeconds} * interval '1 second'`
const isTested = and(eq(comfyWorkflows.state, 'testing'), isNull(comfyWorkflows.removedAt))
const heldBy = (claim: string, id: string) =>
  and(isTested, eq(comfyWorkflows.id, id), eq(comfyWorkflows.testClaim, claim))

/** Images that wait for ComfyUI and precede a test: of users who were served less lately, and of the user that were asked for earlier. */
const isPreceded = sql`exists (
  select 1 from jobs left join job_turns theirs on theirs.user_id = jobs.user_id
  where jobs.state = 'queued' and jobs.provider = 'comfyui' and jobs.run_at <= now()
    and case when jobs.user_id is not distinct from waiting.user_id then jobs.created_at < waiting.test_asked_at
      else coalesce(theirs.served_at, '-infinity') < coalesce(turns.served_at, case when waiting.user_id is null then waiting.test_asked_at end, '-infinity') end)`

/**
 * The test whose turn it is: of the users without a running one, the one who was served least lately, by images or tests; of theirs
 * the oldest. Those of workflows for everyone count as of one user, served when the test was asked for.
 */
const nextTest = (turn: SideTurn) => sql`(
  select waiting.id from comfy_workflows waiting left join job_turns turns on turns.user_id = waiting.user_id
  where waiting.state = 'testing' and waiting.removed_at is null and waiting.testing_until is null
    and not exists (
      select 1 from comfy_workflows running
      where running.state = 'testing' and running.removed_at is null and running.testing_until > now()
        and running.user_id is not distinct from waiting.user_id)
    ${turn === 'before-jobs' ? sql`and not ${isPreceded}` : sql``}
  order by turns.served_at nulls first, waiting.test_asked_at nulls first, waiting.id limit 1)`

/** Takes the next test; null where none waits. One claim at a time over all processes, as of jobs: of one user one test runs. */
async function claimTest(
  db: SystemDatabase,
  claim: string,
  { leaseSeconds, turn }: SideClaim,
): Promise<WorkflowRow | null> {
  const isWaiting = and(isTested, isNull(comfyWorkflows.testingUntil))
  // Asked without the lock, which every claim of a job takes: tests are rare.
  const waiting = await db.select({ id: comfyWorkflows.id }).from(comfyWorkflows).where(isWaiting).limit(1)
  if (waiting.length === 0) return null
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.claim})`)
    const [row] = await tx
      .update(comfyWorkflows)
      .set({ testClaim: claim, testingUntil: leaseOf(leaseSeconds), testRequestId: null })
      .where(and(isTested, eq(comfyWorkflows.id, nextTest(turn))))
      .returning()
    if (row?.userId) await noteTurn(tx, row.userId)
    return row ?? null
  })
}

/**
 * The tests of workflows as work of the queue's workers: one picture each, in a slot of ComfyUI's that no image has meanwhile. The row
 * is the lease: a test that is not wanted any more, or whose worker is gone, is canceled at ComfyUI.
 */
export function createWorkflowTests({ db, registry, log, work, reload }: Deps): SideWork {
  const cancel = async (requestId: string | null) => {
    const signal = AbortSignal.timeout(cancelMs)
    await registry
      .provider('comfyui')
      ?.cancel?.(requestId, { key: '', signal })
      .catch(() => null)
  }

  /** Paints it. @returns The seconds that it took. */
  async function paint(row: WorkflowRow, claim: string, signal: AbortSignal): Promise<number> {
    const provider = registry.provider('comfyui')
    if (!provider) throw new ProviderError('provider-down', 'No ComfyUI is connected to this server.')
    let requestId: string | null = null
    const request = await testRequest(modelOfWorkflow(row), await storedOf(db, row))
    const from = performance.now()
    try {
      const { bytes } = await provider.generate(request, {
        signal,
        memory: work.ofJob(row.userId ?? operatorOwner, signal),
        key: '',
        tries: 0,
        requestId: null,
        async rememberRequest(id) {
          requestId = id
          await db.update(comfyWorkflows).set({ testRequestId: id }).where(heldBy(claim, row.id))
        },
        progress: () => undefined,
      })
      await readHeader(bytes)
    } catch (error) {
      // ComfyUI goes on with a prompt that nothing waits for any more.
      if (signal.aborted) await cancel(requestId)
      throw error
    }
    return (performance.now() - from) / 1_000
  }

  /** Writes what came of a test, where the workflow is still there; one that is not as it was tested waits for another test. */
  async function record(tested: WorkflowRow, claim: string, set: Partial<WorkflowRow>): Promise<void> {
    await db.transaction(async (tx) => {
      const [now] = await tx.select().from(comfyWorkflows).where(heldBy(claim, tested.id)).for('update')
      if (!now) return
      const isAsTested = isDeepStrictEqual(ranBy(now), ranBy(tested))
      await tx
        .update(comfyWorkflows)
        .set({ ...unclaimed, ...(isAsTested && set) })
        .where(eq(comfyWorkflows.id, tested.id))
      if (isAsTested) await notifyConnections(tx)
      else await notifyOfTest(tx)
    })
    await reload()
  }

  /** @param unwanted Aborts when the row says that another test, or none, is wanted. */
  async function test(row: WorkflowRow, claim: string, lost: AbortSignal, unwanted: AbortSignal): Promise<void> {
    try {
      const signals = [lost, unwanted, AbortSignal.timeout(maxTestMs)]
      const seconds = await paint(row, claim, AbortSignal.any(signals))
      const now = new Date()
      await record(row, claim, { state: 'works', reason: null, seconds, workedAt: now, shownAt: row.shownAt ?? now })
    } catch (error) {
      if (unwanted.aborted) return record(row, claim, waitingForTest())
      // This process stops: another one tests it.
      if (lost.aborted) return record(row, claim, waitingForTest())
      if (!(error instanceof ProviderError)) log.warn({ err: error }, 'the test of a workflow failed')
      const isAway = error instanceof ProviderError && error.code === 'provider-down'
      await record(row, claim, {
        // One that worked is not worse for a ComfyUI that is away.
        state: isAway && row.workedAt !== null ? 'works' : 'failed',
        reason: reasonOf(error),
      })
    }
  }

  return {
    provider: 'comfyui',
    async claim({ leaseSeconds, turn }) {
      if (!registry.provider('comfyui')) return null
      const claim = randomUUID()
      const row = await claimTest(db, claim, { leaseSeconds, turn })
      if (!row) return null
      return async (lost) => {
        const unwanted = new AbortController()
        const renewal = setInterval(
          () => {
            db.update(comfyWorkflows)
              .set({ testingUntil: leaseOf(leaseSeconds) })
              .where(
                and(heldBy(claim, row.id), sql`${comfyWorkflows.testAskedAt} is not distinct from ${row.testAskedAt}`),
              )
              .returning({ id: comfyWorkflows.id })
              .then((held) => held.length === 0 && unwanted.abort())
              .catch((error: unknown) => log.warn({ err: error }, 'the test of a workflow could not be renewed'))
          },
          Math.min(maxRenewMs, (leaseSeconds * 1_000) / 3),
        )
        await test(row, claim, lost, unwanted.signal).finally(() => clearInterval(renewal))
      }
    },
    async reclaim() {
      const claim = randomUUID()
      const isAbandoned = and(
        isTested,
        isNotNull(comfyWorkflows.testClaim),
        lt(comfyWorkflows.testingUntil, sql`now()`),
      )
      const abandoned = await db
        .update(comfyWorkflows)
        .set({ testClaim: claim, testingUntil: leaseOf(cancelMs / 1_000 + 10) })
        .where(isAbandoned)
        .returning()
      for (const row of abandoned) {
        await cancel(row.testRequestId)
        await record(row, claim, { state: row.workedAt === null ? 'failed' : 'works', reason: interruptedTest })
      }
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The picture was not done within 15 minutes. Make the workflow smaller.'
  return 'ComfyUI answered no picture that can be read.'
}
