/** A worker of the pool: decodes, paints, encodes. One request at a time, off the main thread. */
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { decodeImage, encodePng } from './encode.ts'
import { paint } from './paint.ts'
import { paintedSize } from './painted-size.ts'
import type { SketchRequest, WorkerReply, WorkerTask } from './sketch-pool.ts'

// The pool parallelizes; codec threads beside it would only compete for the same cores.
sharp.concurrency(1)
sharp.cache(false)

/** Enough for colors and texture; a picture that is painted over never needs more pixels than the result. */
const referenceSide = 512

const decodeAll = (pictures: readonly Uint8Array[], side: number) =>
  Promise.all(pictures.map((bytes) => decodeImage(bytes, side)))

async function work(request: SketchRequest): Promise<Uint8Array> {
  const { parent, looks = [], contents = [], longestSide, ...rest } = request
  const size = paintedSize(request, longestSide)
  const side = 2 * Math.max(size.width, size.height)
  const raster = paint({
    ...rest,
    ...size,
    looks: await decodeAll(looks, referenceSide),
    contents: await decodeAll(contents, parent ? referenceSide : side),
    ...(parent ? { parent: { ...parent, image: await decodeImage(parent.image, side) } } : {}),
  })
  return encodePng(raster, { width: request.width, height: request.height })
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
  // Copied, not transferred: Node takes small buffers from a shared pool that must not be detached.
  port?.postMessage(message)
}
