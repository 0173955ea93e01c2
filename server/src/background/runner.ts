import type { Log } from '../operations/log.ts'
import type { Metrics } from '../operations/metrics.ts'
import { createWorkItems, type WorkItems } from './work-items.ts'

/** Work that a process does by itself, in rounds. */
export type BackgroundTask = {
  /** Names it in the log and in the metrics of its items. */
  readonly name: string
  /** From the end of a round to the begin of the next; the first begins at the start. */
  readonly everyMs: number
  /** One round. An item that fails in `items` is set aside with a back-off; the error of the round itself is logged. */
  run(round: Round): Promise<void>
}

export type Round = {
  /** The items of the task, with those that failed in earlier rounds set aside. */
  readonly items: WorkItems
  /** Aborted when the process stops: what is left waits for the next start. */
  readonly signal: AbortSignal
}

/**
 * Runs every task in rounds until it is stopped. Tasks do not wait for each other; a task never has two rounds at a time. Failures of
 * items are logged and counted.
 */
export function startBackground(
  tasks: readonly BackgroundTask[],
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = tasks.map((task) => {
    const items = createWorkItems({
      onFailure({ item, error, failures }) {
        metrics.itemFailed(task.name)
        log.warn(
          { err: error, task: task.name, item, failures },
          'an item of a background task failed and is set aside',
        )
      },
    })
    return startLoop({ ...task, log, run: () => runRound(task, { items, signal: stopping.signal }) })
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/**
 * Runs one round of a task without knowledge of earlier failures: for tests and tools.
 * @throws the first failure, after all items had their turn.
 */
export const runOnce = (task: BackgroundTask, signal = new AbortController().signal): Promise<void> =>
  runRound(task, { items: createWorkItems(), signal })

async function runRound(task: BackgroundTask, round: Round): Promise<void> {
  await task.run(round)
  round.items.endRound()
}

export type Loop = {
  /** Runs now, or once more right after the run that is in progress. */
  wake(): void
  /** Waits for the run that is in progress; no other follows. */
  stop(): Promise<void>
}

/** Runs a function at once, when woken, and at the latest `everyMs` after its last end; never twice at a time. A failure is logged and waits for the next run. */
export function startLoop(task: { everyMs: number; name: string; log: Log; run(): Promise<void> }): Loop {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let again = false
  let current: Promise<void> | null = null

  async function loop(): Promise<void> {
    do {
      again = false
      try {
        await task.run()
      } catch (error) {
        task.log.warn({ err: error, task: task.name }, 'a background task failed and will run again')
        again = false
      }
    } while (again && !stopped)
    current = null
    if (!stopped) timer = setTimeout(wake, task.everyMs)
  }

  function wake(): void {
    if (stopped) return
    if (current) {
      again = true
      return
    }
    clearTimeout(timer)
    current = loop()
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
