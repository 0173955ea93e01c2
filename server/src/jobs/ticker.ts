import type { Log } from '../operations/log.ts'

export type Ticker = {
  /** Runs now, or once more right after the run that is under way. */
  wake(): void
  /** Waits for the run that is under way; there will be no other. */
  stop(): Promise<void>
}

/** Runs a task at once, when woken, and at the latest `everyMs` after its last end; never twice at a time. A failure is logged and waits for the next run. */
export function startTicker(task: { everyMs: number; name: string; log: Log; run(): Promise<void> }): Ticker {
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
