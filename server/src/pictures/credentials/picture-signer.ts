import { Worker } from 'node:worker_threads'
import type { ClaimedPicture, SignReply, SignTask } from './sign-task.ts'

export type PictureSigner = {
  /**
   * Signs a chain of pictures, each made from the one before it.
   * @returns The last one, with all claims in it.
   * @throws Error where the library refuses a picture.
   */
  sign(chain: readonly ClaimedPicture[]): Promise<Uint8Array>
  close(): Promise<void>
}

/** The worker holds 60 MB; it is stopped after this long without a download. */
const idleMs = 120_000

/** Signs in a worker thread, which starts with the first picture. @param readPem Reads the identity, called once. */
export function createPictureSigner(readPem: () => Promise<string>): PictureSigner {
  const waiting = new Map<number, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>()
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
    started.on('message', (reply: SignReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.ok) asked?.resolve(reply.bytes)
      else asked?.reject(new Error(reply.message))
    })
    started.on('error', (error) => worker === started && end(error.message))
    started.on('exit', () => worker === started && end('The worker that signs pictures has ended.'))
    return started
  }

  const stop = async () => {
    const stopped = worker
    end('The server stops.')
    await stopped?.terminate()
  }

  return {
    async sign(chain) {
      // Called again only after a failure.
      pem ??= readPem().catch((error: unknown) => {
        pem = null
        throw error
      })
      const text = await pem
      worker ??= start()
      clearTimeout(idle)
      idle = setTimeout(() => waiting.size === 0 && void stop(), idleMs)
      idle.unref()
      const id = ++count
      const task: SignTask = { id, pem: text, chain }
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker?.postMessage(task)
      })
    },
    async close() {
      clearTimeout(idle)
      await stop()
    },
  }
}
