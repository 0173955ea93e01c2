type WorkerClientOptions<Answer> = {
  /** Starts the worker. May throw, where workers are forbidden. */
  start(): Worker
  onMessage(answer: Answer): void
  /** A worker that failed was replaced: what it has not answered has to be sent again. */
  onRestart(): void
  /** There is no worker and there will be none. Called once; what was sent is not answered any more. */
  onGiveUp(): void
  /** Milliseconds. */
  now?(): number
}

/** The page's end of a worker. */
export type WorkerClient<Message> = {
  send(message: Message): void
  stop(): void
}

/** A worker that fails more often than this within a minute fails again at the same request. */
const maxRestarts = 3
const restartWindowMs = 60_000

/**
 * Talks to a worker, and replaces one that fails: after an exception it may never answer what it was asked. A worker that failed
 * before its first answer could not be loaded or run, and is not replaced.
 */
export function createWorkerClient<Message, Answer>(options: WorkerClientOptions<Answer>): WorkerClient<Message> {
  const { start, onMessage, onRestart, onGiveUp, now = () => performance.now() } = options
  let worker: Worker | null = null
  let restarts: readonly number[] = []

  const giveUp = () => {
    worker?.terminate()
    worker = null
    onGiveUp()
  }

  const replace = () => {
    worker?.terminate()
    restarts = [...restarts.filter((at) => now() - at < restartWindowMs), now()]
    if (restarts.length > maxRestarts || !open()) giveUp()
    else onRestart()
  }

  /** Returns whether a worker was started. */
  function open(): boolean {
    let started: Worker
    try {
      started = start()
    } catch {
      return false
    }
    let hasAnswered = false
    const fail = () => {
      if (worker === started) (hasAnswered ? replace : giveUp)()
    }
    worker = started
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      hasAnswered = true
      if (worker === started) onMessage(data)
    })
    started.addEventListener('error', fail)
    started.addEventListener('messageerror', fail)
    return true
  }

  if (!open()) queueMicrotask(giveUp)

  return {
    send: (message) => worker?.postMessage(message),
    stop() {
      worker?.terminate()
      worker = null
    },
  }
}
