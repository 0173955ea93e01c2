import { watchParent } from './parent-watch.ts'

/** Registers a function that stops what was just started. */
export type OnShutdown = (stop: () => Promise<void>) => void

/** One Ctrl+C can arrive twice: from the terminal, and from what started us (node --watch, npm). */
const sameSignalMs = 500

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs a process from its start to its end: announces when it is ready; on a signal, or when its parent is gone, stops what was
 * started in reverse order; also where the start itself fails, which prints one line.
 */
export async function runProcess(program: {
  start(onShutdown: OnShutdown): Promise<string>
  ready(address: string): string
}): Promise<void> {
  const stops: (() => Promise<void>)[] = []
  let isStopping = false
  let signalledAt: number | null = null
  let starting: Promise<string> | undefined

  async function stopAll(code: number): Promise<never> {
    isStopping = true
    // Waits for a start in progress: what it starts would be left running.
    await starting?.catch(() => {})
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
    process.exit(code)
  }

  function fail(error: unknown): Promise<never> {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return stopAll(1)
  }

  function stopOnce(): void {
    if (isStopping) return
    say('Stopping: pictures in work are finished first. Press Ctrl+C again to stop at once.')
    stopAll(0).catch(() => process.exit(1))
  }

  function onSignal(): void {
    signalledAt ??= performance.now()
    // A second signal stops the process at once.
    if (performance.now() - signalledAt > sameSignalMs) process.exit(1)
    stopOnce()
  }

  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  watchParent(stopOnce)
  try {
    starting = program.start((stop) => {
      stops.push(stop)
    })
    const address = await starting
    if (!isStopping) say(program.ready(address))
  } catch (error) {
    if (!isStopping) await fail(error).catch(() => process.exit(1))
  }
}
