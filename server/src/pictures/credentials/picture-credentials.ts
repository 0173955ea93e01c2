import { Worker } from 'node:worker_threads'
import type { ChainLink, CredentialsReply, CredentialsResult, CredentialsTask } from './credentials-task.ts'

export type PictureCredentials = {
  /**
   * Signs a chain of pictures, each made from the one before it. Files that are signed already stay as they are.
   * @returns The last one, with all claims in it.
   * @throws Error where the library refuses a picture.
   */
  sign(chain: readonly ChainLink[]): Promise<Uint8Array>
  /**
   * Reads the claims in a file (PNG, JPEG or WebP). No signer is compared with a list.
   * @returns The report of the library as JSON, from outside.
   * @throws Error where there are none.
   */
  read(mediaType: string, bytes: Uint8Array): Promise<string>
  close(): Promise<void>
}

/** The worker holds 60 MB; it is stopped after this long without a task. */
const idleMs = 120_000

/** Time limit of a picture, in milliseconds: one takes 50. A file from outside may keep the library busy for ever. */
const limitOfPictureMs = 10_000
const limitOf = (task: CredentialsTask) =>
  limitOfPictureMs * (task.kind === 'sign' ? Math.max(task.chain.length, 1) : 1)

type Waiting = {
  readonly task: CredentialsTask
  resolve(result: CredentialsResult): void
  reject(error: Error): void
}

/**
 * Works in a worker thread, which starts with the first picture, on one task at a time: one that takes too long ends the worker, and
 * the next task has a new one. @param readPem Reads the identity, called once. @param limitMs Of a task; for tests.
 */
export function createPictureCredentials(
  readPem: () => Promise<string>,
  limitMs: (task: CredentialsTask) => number = limitOf,
): PictureCredentials {
  const waiting: Waiting[] = []
  let current: (Waiting & { readonly id: number; readonly timer: NodeJS.Timeout }) | null = null
  let pem: Promise<string> | null = null
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0

  /** Ends the worker, and fails what it works on. */
  async function end(reason: string): Promise<void> {
    const ended = worker
    worker = null
    settle((task) => task.reject(new Error(reason)))
    await ended?.terminate()
  }

  function settle(report: (task: Waiting) => void): void {
    if (!current) return
    clearTimeout(current.timer)
    const ended = current
    current = null
    report(ended)
    next()
  }

  function start(): Worker {
    const started = new Worker(new URL('./credentials-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (reply: CredentialsReply) => {
      if (reply.id !== current?.id) return
      settle((task) => (reply.ok ? task.resolve(reply.result) : task.reject(new Error(reply.message))))
    })
    started.on('error', (error) => worker === started && void end(error.message))
    started.on('exit', () => worker === started && void end('The worker for content credentials has ended.'))
    return started
  }

  function next(): void {
    const first = current ? undefined : waiting.shift()
    if (!first) return
    worker ??= start()
    const id = ++count
    const timer = setTimeout(() => void end('The content credentials took too long.'), limitMs(first.task))
    current = { ...first, id, timer }
    worker.postMessage({ id, task: first.task })
  }

  function run(task: CredentialsTask): Promise<CredentialsResult> {
    clearTimeout(idle)
    idle = setTimeout(() => current === null && void end('There was no task.'), idleMs)
    idle.unref()
    return new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject })
      next()
    })
  }

  return {
    async sign(chain) {
      // Called again only after a failure.
      pem ??= readPem().catch((error: unknown) => {
        pem = null
        throw error
      })
      const signed = await run({ kind: 'sign', pem: await pem, chain })
      if (typeof signed === 'string') throw new Error('The worker has answered another task.')
      return signed
    },
    async read(mediaType, bytes) {
      return String(await run({ kind: 'read', mediaType, bytes }))
    },
    async close() {
      clearTimeout(idle)
      const reason = 'The server stops.'
      for (const { reject } of waiting.splice(0)) reject(new Error(reason))
      await end(reason)
    },
  }
}
