/** A worker of the pool: one task at a time, off the main thread. */
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { UnusablePicture, type WorkerReply, type WorkerTask } from './retouch-task.ts'
import { runTask } from './run-task.ts'

// The pool decides how much is done at once; codec threads beside it would only compete for the same cores.
sharp.concurrency(1)
sharp.cache(false)

const port = parentPort
const reply = (message: WorkerReply) => port?.postMessage(message)

port?.on('message', ({ id, task }: WorkerTask) => {
  runTask(task, (fraction) => reply({ id, kind: 'progress', fraction })).then(
    (result) => reply({ id, kind: 'done', result }),
    (error: unknown) => {
      const reason = error instanceof UnusablePicture ? 'picture' : 'bug'
      reply({ id, kind: 'failed', reason, message: error instanceof Error ? error.message : String(error) })
    },
  )
})
