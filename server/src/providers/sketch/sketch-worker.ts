/** The far side of the pool: decodes, paints, encodes. One request at a time, off the main thread. */
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { decodeImage, encodePng } from './encode.ts'
import type { SketchRequest } from './input.ts'
import { paint } from './paint.ts'
import type { WorkerReply, WorkerTask } from './worker-protocol.ts'

// One picture per worker is the pool's business; codec threads beside it would only fight over the same cores.
sharp.concurrency(1)
sharp.cache(false)

/** References only lend colours and texture; a parent never needs more pixels than the picture made from it. */
const referenceSide = 512

async function work(request: SketchRequest): Promise<Uint8Array> {
  const { parent, references, ...rest } = request
  const image = parent ? await decodeImage(parent.image, 2 * Math.max(request.width, request.height)) : undefined
  const looks = await Promise.all((references ?? []).map((bytes) => decodeImage(bytes, referenceSide)))
  const raster = paint({ ...rest, references: looks, ...(parent && image ? { parent: { ...parent, image } } : {}) })
  return encodePng(raster)
}

const port = parentPort
port?.on('message', (task: WorkerTask) => {
  work(task.request).then(
    (png) => reply({ id: task.id, ok: true, png }),
    (error: unknown) =>
      reply({ id: task.id, ok: false, message: error instanceof Error ? error.message : String(error) }),
  )
})

function reply(message: WorkerReply): void {
  // Copied, not transferred: Node hands out small buffers from a shared pool that must not be detached.
  port?.postMessage(message)
}
