import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { EngineFailure } from '../engine-failure.ts'
import type { EngineReport, Work, WorkKind } from '../task.ts'

/** One run of the child process. It is killed to stop a picture, and never used again afterwards. */
export type EngineProcess = {
  readonly pid: number | undefined
  /** One at a time. @throws EngineFailure; the signal's reason when aborted, after the child has ended. */
  carryOut<Kind extends WorkKind>(order: Order<Kind>, listeners: PaintListeners): Promise<Work[Kind]['result']>
  /** Kills it, and waits for its end. */
  kill(): Promise<void>
  /** Resolves at its end: whether it was killed by `kill`, or ended by itself. */
  readonly ended: Promise<'killed' | 'crashed'>
}

/** An order before it has a number. */
export type Order<Kind extends WorkKind> = { readonly kind: Kind; readonly task: Work[Kind]['task'] }

export type PaintListeners = { readonly signal: AbortSignal; onProgress(fraction: number): void }

export type ProcessOptions = {
  /** The file that is forked. */
  readonly entry: URL
  /** The folder that ONNX Runtime is installed in. */
  readonly runtimeFolder: string
  readonly threads: number
}

/** Number of characters of its errors that are kept for the log. */
const lastWordsLength = 2_000

function crashSentence(signal: NodeJS.Signals | null): string {
  return signal === 'SIGKILL'
    ? 'The system ended the engine, probably because memory ran out. Close other programs or choose a smaller model, then try again.'
    : 'The engine ended unexpectedly. Try again; if it happens again, verify the model.'
}

/** Forks the child. Its environment is empty: it runs code of the machine, and needs no secret. */
export function startEngineProcess({ entry, runtimeFolder, threads }: ProcessOptions): EngineProcess {
  const child: ChildProcess = fork(entry, [runtimeFolder, String(threads)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: {},
  })
  let lastId = 0
  let lastWords = ''
  let isKilled = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-lastWordsLength)
  })
  // A child that can't be started, or a message to one that has just ended: `exit` or `close` says the rest.
  child.on('error', (error) => {
    lastWords = (lastWords + error.message).slice(-lastWordsLength)
  })
  const closed = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null)
  const ended = closed.then(() => (isKilled ? ('killed' as const) : ('crashed' as const)))

  async function kill(): Promise<void> {
    isKilled = true
    child.kill('SIGKILL')
    await ended
  }

  return {
    pid: child.pid,
    ended,
    kill,
    async carryOut<Kind extends WorkKind>(order: Order<Kind>, { signal, onProgress }: PaintListeners) {
      signal.throwIfAborted()
      lastId += 1
      const id = lastId
      const { promise: answer, resolve, reject } = Promise.withResolvers<Work[Kind]['result']>()
      const onMessage = (report: EngineReport) => {
        if (report.id !== id) return
        if (report.kind === 'progress') onProgress(report.fraction)
        else if (report.kind === 'done') resolve(report.result)
        else reject(new EngineFailure(report.reason, report.message))
      }
      const onAbort = () => void kill().then(() => reject(signal.reason))
      child.on('message', onMessage)
      signal.addEventListener('abort', onAbort, { once: true })
      void closed.then((by) => {
        if (!isKilled) reject(new EngineFailure('crashed', crashSentence(by), { cause: new Error(lastWords) }))
        else reject(signal.aborted ? signal.reason : new EngineFailure('crashed', 'The engine was stopped. Try again.'))
      })
      try {
        child.send({ id, ...order }, () => undefined)
        return await answer
      } finally {
        child.off('message', onMessage)
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
