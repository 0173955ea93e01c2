import { Worker } from 'node:worker_threads'
import type { ClaimedPicture, CredentialsReply, CredentialsResult, CredentialsTask } from './credentials-task.ts'

export type PictureCredentials = {
  /**
   * Signs a chain of pictures, each made from the one before it.
   * @returns The last one, with all claims in it.
   * @throws Error where the library refuses a picture.
   */
  sign(chain: readonly ClaimedPicture[]): Promise<Uint8Array>
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

/** Works in a worker thread, which starts with the first picture. @param readPem Reads the identity, called once. */
export function createPictureCredentials(readPem: () => Promise<string>): PictureCredentials {
  const waiting = new Map<number, { resolve(result: CredentialsResult): void; reject(error: Error): void }>()
  let pem: Promise<string> | null = null
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const end = (reason: string) => {
    worker = null
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./credentials-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (reply: CredentialsReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.ok) asked?.resolve(reply.result)
      else asked?.reject(new Error(reply.message))
    })
    started.on('error', (error) => worker === started && end(error.message))
    started.on('exit', () => worker === started && end('The worker for content credentials has ended.'))
    return started
  }

  const stop = async () => {
    const stopped = worker
    end('The server stops.')
    await stopped?.terminate()
  }

  async function run(task: CredentialsTask): Promise<CredentialsResult> {
    worker ??= start()
    clearTimeout(idle)
    idle = setTimeout(() => waiting.size === 0 && void stop(), idleMs)
    idle.unref()
    const id = ++count
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker?.postMessage({ id, task })
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
      await stop()
    },
  }
}
