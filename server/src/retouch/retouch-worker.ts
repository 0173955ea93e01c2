/** A worker of the pool: one task at a time, off the main thread. */
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { type RetouchedPicture, UnusablePicture, type WorkerReply, type WorkerTask } from './retouch-task.ts'
import { runTask } from './run-task.ts'

// The pool decides how much is done at once; codec threads beside it would only compete for the same cores.
sharp.concurrency(1)
sharp.cache(false)

const port = parentPort
const reply = (message: WorkerReply) => port?.postMessage(message)

/**
 * Moves a result to the thread of the pool, which answers requests: copying 50 MB there took 100 ms. Copied once here, as libvips's
 * own memory can't be moved.
 */
function deliver(id: number, { bytes: made, mask: madeMask, ...result }: RetouchedPicture): void {
  const bytes = new Uint8Array(made)
  const mask = madeMask && new Uint8Array(madeMask)
  const message: WorkerReply = { id, kind: 'done', result: { ...result, bytes, mask } }
  port?.postMessage(message, [bytes.buffer, ...(mask ? [mask.buffer] : [])])
}

port?.on('message', ({ id, task }: WorkerTask) => {
  runTask(task, (fraction) => reply({ id, kind: 'progress', fraction })).then(
    (result) => deliver(id, result),
    (error: unknown) => {
      const reason = error instanceof UnusablePicture ? 'picture' : 'bug'
      reply({ id, kind: 'failed', reason, message: error instanceof Error ? error.message : String(error) })
    },
  )
})
