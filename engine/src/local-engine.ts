/** The entry point of the engine: paints with models on this machine, in a process of its own. */
import { EngineFailure } from './engine-failure.ts'
import { type CrashLimitOptions, createCrashLimit } from './process/crash-limit.ts'
import { type EngineProcess, type Order, type PaintListeners, startEngineProcess } from './process/engine-process.ts'
import { type MachineLease, takeMachineLease } from './process/machine-lease.ts'
import { availableMemory, checkMemory } from './process/memory.ts'
import type { Work, WorkKind } from './task.ts'

type Does<Kind extends WorkKind> = (
  task: Work[Kind]['task'],
  listeners: PaintListeners,
) => Promise<Work[Kind]['result']>

/**
 * One picture after the other. Aborting kills the process; the next picture starts another. Each throws EngineFailure, and the
 * signal's reason when aborted.
 */
export type LocalEngine = {
  readonly paint: Does<'paint'>
  /** Enlarges and cleans a picture, in tiles. */
  readonly upscale: Does<'upscale'>
  /** Parts what a picture shows from its background. */
  readonly cutOut: Does<'cut-out'>
  /** Fills the holes of a picture with what surrounds them. */
  readonly erase: Does<'erase'>
  /** Describes a picture by numbers, in whatever process runs. */
  readonly features: Does<'features'>
  /** Ends the process as soon as no picture is in work: it holds the files of its model open. */
  release(): void
  /** Ends the process. */
  close(): Promise<void>
}

export type LocalEngineOptions = CrashLimitOptions & {
  /** The name of the lease that the engines of a machine share. */
  readonly leaseName: string
  /** Returns the folder of ONNX Runtime, which is installed first where it is missing. @throws EngineFailure */
  readonly runtimeFolder: () => Promise<string>
  readonly threads: number
  /** The time for which an idle process is kept. */
  readonly idleMs?: number
  /** For tests: another child, other memory. */
  readonly entry?: URL
  readonly availableBytes?: () => number
}

export function createLocalEngine({
  leaseName,
  runtimeFolder,
  threads,
  idleMs = 5 * 60_000,
  entry = new URL('./process/engine-child.ts', import.meta.url),
  availableBytes = availableMemory,
  ...limits
}: LocalEngineOptions): LocalEngine {
  let running: { readonly process: EngineProcess; readonly lease: MachineLease; readonly model: string | null } | null =
    null
  let queue: Promise<unknown> = Promise.resolve()
  let isPainting = false
  let isWanted = false
  let idleTimer: NodeJS.Timeout | undefined
  const crashes = createCrashLimit(limits)
  const closing = new AbortController()

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const stopped = running
    running = null
    await stopped?.process.kill()
    stopped?.lease.release()
  }

  /** Also called when another server of this machine waits: its picture comes after the one in work. */
  function release(): void {
    isWanted = true
    if (!isPainting) void stop()
  }

  /**
   * The running process if it has this model open, else a new one: memory is given back only by a process that ends.
   * @param needs.model null: whichever runs.
   */
  async function processFor(
    { model, leastMemoryBytes }: { readonly model: string | null; readonly leastMemoryBytes: number },
    signal: AbortSignal,
  ): Promise<EngineProcess> {
    if (running && (model === null || running.model === model)) return running.process
    await stop()
    crashes.check()
    const folder = await runtimeFolder()
    signal.throwIfAborted()
    const lease = await takeMachineLease(leaseName, { onWanted: release, signal })
    isWanted = false
    try {
      // Only now: before, another server's engine may have held the memory.
      checkMemory(leastMemoryBytes, availableBytes())
    } catch (error) {
      lease.release()
      throw error
    }
    const started = startEngineProcess({ entry, runtimeFolder: folder, threads })
    running = { process: started, lease, model }
    void started.ended.then((how) => {
      if (how === 'crashed') crashes.count()
      if (running?.process === started) running = null
      lease.release()
    })
    return started
  }

  /** @param model What the process keeps open; another one gets another process, and null whichever runs. */
  async function carryOut<Kind extends WorkKind>(
    order: Order<Kind>,
    model: string | null,
    { signal, onProgress }: PaintListeners,
  ): Promise<Work[Kind]['result']> {
    const stopping = AbortSignal.any([signal, closing.signal])
    stopping.throwIfAborted()
    clearTimeout(idleTimer)
    isPainting = true
    try {
      const child = await processFor({ model, leastMemoryBytes: order.task.leastMemoryBytes }, stopping)
      return await child.carryOut(order, { signal: stopping, onProgress })
    } finally {
      isPainting = false
      if (isWanted) await stop()
      else idleTimer = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  /** @param modelOf The files that a task needs: while they are the same, the process is kept. Left out: it needs none of its own. */
  const doing =
    <Kind extends WorkKind>(kind: Kind, modelOf?: (task: Work[Kind]['task']) => unknown): Does<Kind> =>
    (task, listeners) => {
      const model = modelOf ? JSON.stringify(modelOf(task)) : null
      const done = queue.then(() => carryOut({ kind, task }, model, listeners))
      queue = done.catch(() => undefined)
      return done
    }

  return {
    paint: doing('paint', ({ files }) => files),
    upscale: doing('upscale', ({ net }) => net),
    cutOut: doing('cut-out', ({ net }) => net),
    erase: doing('erase', ({ net }) => net),
    features: doing('features'),
    release,
    async close() {
      closing.abort(new EngineFailure('crashed', 'The server is stopping. The picture is made again after its start.'))
      await queue
      await stop()
    },
  }
}
