/** The entry point of the painter: paints on worker threads, so that a picture never blocks a request. */
import { Worker } from 'node:worker_threads'
import type { SketchInputOf } from './input.ts'

/** Pictures arrive as PNG, JPEG or WebP bytes of any size. */
export type SketchRequest = SketchInputOf<Uint8Array> & {
  /** The longest painted side in pixels: a larger picture is enlarged from it. Default: every pixel is painted. */
  readonly longestSide?: number | undefined
}

export type SketchPool = {
  /** PNG bytes of the picture. Rejects with the signal's reason as soon as it aborts, with an Error if painting fails. */
  paint(request: SketchRequest, signal?: AbortSignal): Promise<{ png: Uint8Array }>
  /** Ends all workers; waiting and running requests reject. */
  close(): Promise<void>
}

export type SketchPoolOptions = {
  /** Pictures painted at once; each worker holds up to about 700 MB while it paints 4096 × 4096 pixels. */
  readonly size: number
  /** For tests: another worker instead of the painter. */
  readonly worker?: URL
}

/**
 * After a picture this large its worker is replaced: the memory it used, hundreds of megabytes, would otherwise be
 * freed late.
 */
const largePixels = 2 ** 23

/** The messages between the pool and a worker. */
export type WorkerTask = { readonly id: number; readonly request: SketchRequest }
export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly png: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly message: string }

type Job = {
  readonly request: SketchRequest
  readonly signal: AbortSignal | undefined
  readonly onAbort: () => void
  resolve(result: { png: Uint8Array }): void
  reject(reason: unknown): void
}

type Seat = { readonly worker: Worker; job: Job | undefined; id: number }

/** Workers start with the first pictures and are kept warm; an idle one does not keep the process alive. */
export function createSketchPool({ size, worker: entry }: SketchPoolOptions): SketchPool {
  const file = entry ?? new URL('./sketch-worker.ts', import.meta.url)
  const seats = new Set<Seat>()
  const waiting: Job[] = []
  let closed = false
  let lastId = 0

  function pump(): void {
    while (waiting.length > 0) {
      const seat = [...seats].find((s) => s.job === undefined) ?? (seats.size < Math.max(1, size) ? open() : undefined)
      if (!seat) return
      const job = waiting.shift()
      if (job) start(seat, job)
    }
  }

  function open(): Seat {
    const seat: Seat = { worker: new Worker(file), job: undefined, id: 0 }
    seat.worker.on('message', (reply: WorkerReply) => {
      if (reply.id === seat.id) finish(seat, reply)
    })
    seat.worker.on('error', (error) => lose(seat, error))
    seat.worker.on('exit', (code) => lose(seat, new Error(`The painter's worker ended with code ${code}.`)))
    seats.add(seat)
    return seat
  }

  function start(seat: Seat, job: Job): void {
    seat.job = job
    seat.id = ++lastId
    seat.worker.ref()
    seat.worker.postMessage({ id: seat.id, request: job.request } satisfies WorkerTask)
  }

  function finish(seat: Seat, reply: WorkerReply): void {
    const { job } = seat
    seat.job = undefined
    seat.worker.unref()
    if (job && job.request.width * job.request.height > largePixels) retire(seat)
    if (job) {
      leave(job)
      if (reply.ok) job.resolve({ png: reply.png })
      else job.reject(new Error(reply.message))
    }
    pump()
  }

  function retire(seat: Seat): void {
    seats.delete(seat)
    void seat.worker.terminate()
  }

  /** A crashed worker fails only its own job; the next job gets a new one. */
  function lose(seat: Seat, error: unknown): void {
    if (!seats.delete(seat)) return
    const { job } = seat
    seat.job = undefined
    if (job) {
      leave(job)
      job.reject(error)
    }
    if (!closed) pump()
  }

  function leave(job: Job): void {
    job.signal?.removeEventListener('abort', job.onAbort)
  }

  /** Painting cannot be interrupted from inside, so the busy worker is terminated. */
  function abort(job: Job): void {
    const place = waiting.indexOf(job)
    if (place >= 0) waiting.splice(place, 1)
    const seat = [...seats].find((s) => s.job === job)
    job.reject(job.signal?.reason)
    if (!seat) return
    seat.job = undefined
    retire(seat)
    pump()
  }

  return {
    paint: (request, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The painter is closed.'))
        if (signal?.aborted) return reject(signal.reason)
        const job: Job = { request, signal, onAbort: () => abort(job), resolve, reject }
        signal?.addEventListener('abort', job.onAbort, { once: true })
        waiting.push(job)
        pump()
      }),
    close: async () => {
      closed = true
      const ending = [...seats].map((seat) => {
        const { job } = seat
        seat.job = undefined
        if (job) waiting.push(job)
        return seat.worker.terminate()
      })
      seats.clear()
      for (const job of waiting.splice(0)) {
        leave(job)
        job.reject(new Error('The painter is closed.'))
      }
      await Promise.all(ending)
    },
  }
}
