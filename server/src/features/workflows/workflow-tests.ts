import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Model } from '#domain/models/model.ts'
import { slotsOf, withValues } from '#domain/workflows/workflow.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { comfyWorkflows } from '../../db/schema/comfy-workflows.ts'
import { createAdmission } from '../../operations/admission.ts'
import { blankPicture, pictureOfPixels, readHeader } from '../../operations/decoding-room.ts'
import type { Log } from '../../operations/log.ts'
import type { WorkLimits } from '../../operations/work-limits.ts'
import { type ImageRequest, ProviderError, type StoredWorkflow } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { notifyConnections } from '../model-connections/connection-rows.ts'
import { findWorkflow, modelOfWorkflow, storedOf, type WorkflowRow } from './workflow-rows.ts'

/** A picture of a large model on a processor takes its time. */
const longestTestMs = 15 * 60_000
/**
 * Tests that this process sends to ComfyUI at a time, and those of one user among them. The others wait here, where they can be
 * stopped, and not in ComfyUI, where images of the queue would wait behind them.
 */
const testLimits = { total: 2, perOwner: 1, waitingPerOwner: 200, waitSeconds: 12 * 3_600 }
/** A test is given up when its process has not said for so long that it goes on. */
export const testLeaseMs = 30_000
const renewMs = 10_000
/** The owner of the tests of workflows for everyone. */
const operatorOwner = 'operator'
const cancelMs = 5_000
/** The side of the picture that a workflow begins from in its test, where it says no size. */
const usualSide = 512

/** The tests that run in this process. */
export type WorkflowTests = {
  /** Starts it; an earlier one of the same workflow ends. The row says that it is tested. */
  start(id: string): void
  /** Ends it without a result. */
  stop(id: string): void
  /** Ends all of them. */
  close(): Promise<void>
}

type Deps = {
  readonly db: SystemDatabase
  readonly registry: Pick<ModelRegistry, 'provider'>
  readonly log: Log
  readonly work: Pick<WorkLimits, 'ofJob'>
  /** Reads the models that were added in the app again. */
  reload(): Promise<void>
}

/** The largest side of the picture that a test begins from: its memory is this process's. */
const maxSide = 2_048

const numberIn = ({ graph, places }: StoredWorkflow, slot: 'width' | 'height') => {
  const place = places.find((each) => each.slot === slot)
  const value = place && graph[place.node]?.inputs[place.input]
  return typeof value === 'number' && value >= 1 ? Math.min(Math.round(value), maxSide) : usualSide
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

/** What a test shows to work: not what people choose for each picture. */
const ranBy = ({ places, graph, values }: WorkflowRow) => [places, withValues(graph, values)]

/** Runs the tests of workflows: one picture each, outside of the queue of images, and few at a time. */
export function createWorkflowTests({ db, registry, log, work, reload }: Deps): WorkflowTests {
  const admission = createAdmission(testLimits)
  const running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>()

  /** Paints it. @returns The seconds that it took. */
  async function paint(row: WorkflowRow, signal: AbortSignal): Promise<number> {
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
        },
        progress: () => undefined,
      })
      await readHeader(bytes)
    } catch (error) {
      // ComfyUI goes on with a prompt that nothing waits for any more.
      if (signal.aborted)
        await provider.cancel?.(requestId, { key: '', signal: AbortSignal.timeout(cancelMs) }).catch(() => null)
      throw error
    }
    return (performance.now() - from) / 1_000
  }

  /** Writes what came of a test, where the workflow is still there, and as it was tested. */
  async function record(tested: WorkflowRow, set: Partial<WorkflowRow>): Promise<void> {
    await db.transaction(async (tx) => {
      const [now] = await tx.select().from(comfyWorkflows).where(eq(comfyWorkflows.id, tested.id)).for('update')
      if (now?.state !== 'testing' || now.removedAt !== null || !isDeepStrictEqual(ranBy(now), ranBy(tested))) return
      await tx
        .update(comfyWorkflows)
        .set({ testingUntil: null, ...set })
        .where(eq(comfyWorkflows.id, tested.id))
      await notifyConnections(tx)
    })
    await reload()
  }

  async function test(id: string, abort: AbortController): Promise<void> {
    const row = await findWorkflow(db, id)
    if (row?.state !== 'testing') return
    const renewal = setInterval(() => {
      db.update(comfyWorkflows)
        .set({ testingUntil: new Date(Date.now() + testLeaseMs) })
        .where(eq(comfyWorkflows.id, id))
        .catch((error: unknown) => log.warn({ err: error }, 'the test of a workflow could not be renewed'))
    }, renewMs)
    try {
      const seconds = await admission.for(row.userId ?? operatorOwner, abort.signal)(1, () =>
        paint(row, AbortSignal.any([abort.signal, AbortSignal.timeout(longestTestMs)])),
      )
      const now = new Date()
      await record(row, { state: 'works', reason: null, seconds, workedAt: now, shownAt: row.shownAt ?? now })
    } catch (error) {
      // The next test, or the end of this process, has more to say.
      if (abort.signal.aborted) return
      if (!(error instanceof ProviderError)) log.warn({ err: error }, 'the test of a workflow failed')
      const isAway = error instanceof ProviderError && error.code === 'provider-down'
      await record(row, {
        // One that worked is not worse for a ComfyUI that is away.
        state: isAway && row.workedAt !== null ? 'works' : 'failed',
        reason: reasonOf(error),
      })
    } finally {
      clearInterval(renewal)
    }
  }

  function stop(id: string): void {
    running.get(id)?.abort.abort()
    running.delete(id)
  }

  return {
    start(id) {
      stop(id)
      const abort = new AbortController()
      const done = test(id, abort)
        .catch((error: unknown) => log.warn({ err: error }, 'the test of a workflow could not be recorded'))
        .finally(() => {
          if (running.get(id)?.abort === abort) running.delete(id)
        })
      running.set(id, { abort, done })
    },
    stop,
    async close() {
      const all = [...running.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The picture was not done within 15 minutes. Make the workflow smaller.'
  return 'ComfyUI answered no picture that can be read.'
}
