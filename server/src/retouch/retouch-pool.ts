/** Work on pictures on worker threads: cuts, composites, fills. Nothing of it runs on the thread that answers requests. */
import { Worker } from 'node:worker_threads'
import type { Admit } from '../operations/admission.ts'
import { type MeasuredPicture, measurePicture } from '../operations/decoding-room.ts'
import { decoderBytesPerPixel, streamedKind } from '../operations/picture-weight.ts'
import {
  type RetouchedPicture,
  type RetouchTask,
  UnusablePicture,
  type WorkerReply,
  type WorkerTask,
} from './retouch-task.ts'

export type RetouchCall = {
  readonly signal: AbortSignal
  /** Waits for the memory that the task takes, as long as the signal lasts. */
  readonly admit: Admit
  /** The pixels that the task decodes and makes, for the memory that it takes. */
  readonly pixels: number
  onProgress?(fraction: number): void
}

export type RetouchPool = {
  /**
   * Does one task, in the memory that it takes. @throws UnusablePicture, with a sentence for people, where its pictures can't be
   * worked on; AdmissionRefused where it takes more memory than there is; the signal's reason as soon as it aborts.
   */
  run(task: RetouchTask, call: RetouchCall): Promise<RetouchedPicture>
  /** Ends all workers; what waits or runs rejects. */
  close(): Promise<void>
}

/** Bytes of memory per pixel that is decoded and made: a result of 50 megapixels takes 0.8 GB (`npm run bench:edit`). */
const bytesPerPixel = 14
/** After so many pixels a worker is replaced: what it used would otherwise be freed late, and WebAssembly never gives memory back. */
const largePixels = 8_000_000

type Job = {
  readonly task: RetouchTask
  readonly call: RetouchCall
  readonly onAbort: () => void
  resolve(result: RetouchedPicture): void
  reject(reason: unknown): void
}

type Seat = { readonly worker: Worker; job: Job | undefined; id: number }

const closedMessage = 'The server stops.'

/** The encoded pictures of a task; a mask is a PNG that streams through. */
const picturesOf = (task: RetouchTask): Uint8Array[] => [
  task.source,
  ...('result' in task ? [task.result] : []),
  ...('matte' in task ? [task.matte] : []),
]

/**
 * Memory that a task takes at most, in bytes: its pixels, its files with the copies that get a profile, and what decoders hold that do
 * not stream.
 * @param pixels Those that it decodes and makes.
 */
export function taskWeight(pictures: readonly MeasuredPicture[], pixels: number): number {
  const streamed = decoderBytesPerPixel(streamedKind)
  const beside = pictures.map(({ decoded, pixels: ofPicture, fileBytes, copyBytes }) => {
    const held = fileBytes + copyBytes
    return decoded === null ? held : (decoderBytesPerPixel(decoded) - streamed) * ofPicture + held
  })
  return bytesPerPixel * pixels + beside.reduce((sum, bytes) => sum + bytes, 0)
}

/** Workers start with the first tasks and are kept warm; an idle one does not keep the process alive. @param size Tasks at once. */
export function createRetouchPool({ size }: { readonly size: number }): RetouchPool {
  const file = new URL('./retouch-worker.ts', import.meta.url)
  const seats = new Set<Seat>()
  const waiting: Job[] = []
  let lastId = 0
  let isClosed = false

  const working = () => [...seats].flatMap(({ job }) => job ?? [])

  function pump(): void {
    for (let next = waiting[0]; next && working().length < Math.max(1, size); next = waiting[0]) {
      waiting.shift()
      start([...seats].find(({ job }) => job === undefined) ?? open(), next)
    }
  }

  function open(): Seat {
    const seat: Seat = { worker: new Worker(file), job: undefined, id: 0 }
    seat.worker.on('message', (reply: WorkerReply) => {
      if (reply.id !== seat.id || !seat.job) return
      if (reply.kind === 'progress') seat.job.call.onProgress?.(reply.fraction)
      else finish(seat, reply)
    })
    seat.worker.on('error', (error) => lose(seat, error))
    seat.worker.on('exit', (code) => lose(seat, new Error(`A worker for pictures ended with code ${code}.`)))
    seats.add(seat)
    return seat
  }

  function start(seat: Seat, job: Job): void {
    seat.job = job
    seat.id = ++lastId
    seat.worker.ref()
    seat.worker.postMessage({ id: seat.id, task: job.task } satisfies WorkerTask)
  }

  function finish(seat: Seat, reply: Exclude<WorkerReply, { kind: 'progress' }>): void {
    const { job } = seat
    seat.job = undefined
    seat.worker.unref()
    if (!job) return
    if (job.call.pixels > largePixels) retire(seat)
    leave(job)
    if (reply.kind === 'done') job.resolve(reply.result)
    else job.reject(reply.reason === 'picture' ? new UnusablePicture(reply.message) : new Error(reply.message))
    pump()
  }

  function retire(seat: Seat): void {
    seats.delete(seat)
    void seat.worker.terminate()
  }

  /** A crashed worker fails only its own task; the next one gets a new worker. */
  function lose(seat: Seat, error: unknown): void {
    if (!seats.delete(seat)) return
    const { job } = seat
    seat.job = undefined
    if (job) {
      leave(job)
      job.reject(error)
    }
    if (!isClosed) pump()
  }

  const leave = (job: Job) => job.call.signal.removeEventListener('abort', job.onAbort)

  /** Loops over pixels can't be interrupted from inside, so the busy worker is terminated. */
  function abort(job: Job): void {
    const place = waiting.indexOf(job)
    if (place >= 0) waiting.splice(place, 1)
    const seat = [...seats].find((each) => each.job === job)
    job.reject(job.call.signal.reason)
    if (seat) {
      seat.job = undefined
      retire(seat)
    }
    pump()
  }

  const enqueue = (task: RetouchTask, call: RetouchCall): Promise<RetouchedPicture> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error(closedMessage))
      if (call.signal.aborted) return reject(call.signal.reason)
      const job: Job = { task, call, onAbort: () => abort(job), resolve, reject }
      call.signal.addEventListener('abort', job.onAbort, { once: true })
      waiting.push(job)
      pump()
    })

  return {
    async run(task, call) {
      call.signal.throwIfAborted()
      const measured = await Promise.all(picturesOf(task).map(measurePicture))
      return call.admit(taskWeight(measured, call.pixels), () => enqueue(task, call))
    },
    async close() {
      isClosed = true
      const open = [...seats]
      const left = [...waiting.splice(0), ...working()]
      for (const seat of open) seat.job = undefined
      seats.clear()
      for (const job of left) {
        leave(job)
        job.reject(new Error(closedMessage))
      }
      await Promise.all(open.map(({ worker }) => worker.terminate()))
    },
  }
}
