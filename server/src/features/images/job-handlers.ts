import type { WorkerDeps } from '../../jobs/worker.ts'
import type { Metrics } from '../../operations/metrics.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import { changeImages } from './change-images.ts'
import { type ImageOutcome, type RunImageDeps, runImage } from './run-image.ts'

const abandonedMessage = 'The server stopped again and again while making this picture.'

/** What the queue's steps mean for images: the row and the browsers always learn it in the queue's own transaction. */
export function createJobHandlers(
  deps: RunImageDeps & { metrics: Metrics; thumbnailer: Thumbnailer },
): WorkerDeps<ImageOutcome>['handlers'] {
  return {
    async run(job, lost) {
      await deps.checkpoint('job-claimed')
      return runImage(deps, job, lost)
    },

    async claimed(tx, job) {
      await changeImages(tx, job, [{ imageId: job.imageId, set: { status: 'running' } }])
    },

    async abandoned(tx, { job, outcome }) {
      const failed = { errorCode: 'provider-down', errorMessage: abandonedMessage } as const
      const set = outcome === 'failed' ? { status: outcome, ...failed } : { status: outcome }
      await changeImages(tx, job, [{ imageId: job.imageId, set }])
    },

    async released(tx, job) {
      await changeImages(tx, job, [{ imageId: job.imageId, set: { status: 'queued' } }])
    },

    async ended(job, result, seconds) {
      const { outcome } = result
      if (outcome === 'lost' || outcome === 'retried') return
      deps.metrics.imageEnded({
        provider: job.provider,
        outcome: outcome === 'failed' ? result.code : outcome,
        seconds,
      })
      if (outcome !== 'completed') return
      // A thumbnail that is missing is made when it is asked for, so nothing here can lose the image.
      await deps.thumbnailer.makeAll(result, result.picture.preview)
    },
  }
}
