import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { generatedImages } from '../../db/schema/generations.ts'
import type { WorkerDeps } from '../../jobs/worker.ts'
import type { Metrics } from '../../operations/metrics.ts'
import { previewKey } from '../../pictures/picture-keys.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import { isElsewhere } from '../../providers/provider.ts'
import { changeImages } from './change-images.ts'
import { imageSale } from './image-sale.ts'
import { type ImageOutcome, type RunImageDeps, runImage } from './run-image.ts'

const abandonedMessage = 'The server stopped again and again while making this picture.'

async function isUncertain(tx: Transaction, imageId: string): Promise<boolean> {
  const [image] = await tx
    .select({ status: generatedImages.status })
    .from(generatedImages)
    .where(eq(generatedImages.id, imageId))
  return image?.status === 'uncertain'
}

/** The effects of the queue's steps on images: row and events always change in the queue's own transaction. */
export function createJobHandlers(
  deps: RunImageDeps & { metrics: Metrics; thumbnailer: Thumbnailer },
): WorkerDeps<ImageOutcome>['handlers'] {
  return {
    async run(job, lost) {
      await deps.checkpoint('job-claimed')
      return runImage(deps, job, lost)
    },

    async claimed(tx, job) {
      // No further event while a silent provider is waited for.
      if (job.providerRequestId !== null && (await isUncertain(tx, job.imageId))) return
      await changeImages(tx, job, [{ imageId: job.imageId, set: { status: 'running' } }])
    },

    async abandoned(tx, { job, outcome }) {
      const failed = { errorCode: 'failed', errorMessage: abandonedMessage } as const
      const set = outcome === 'failed' ? { status: outcome, ...failed } : { status: outcome }
      await changeImages(tx, job, [{ imageId: job.imageId, set }])
    },

    async released(tx, job) {
      await changeImages(tx, job, [{ imageId: job.imageId, set: { status: 'queued' } }])
    },

    async ended(job, result, seconds) {
      const { outcome } = result
      if (outcome === 'lost' || outcome === 'retried' || outcome === 'uncertain' || outcome === 'unstored') return
      deps.metrics.imageEnded({
        provider: job.provider,
        outcome: outcome === 'failed' ? result.code : outcome,
        seconds,
      })
      const provider = deps.registry.provider(job.provider)
      if (provider && isElsewhere(provider)) await deps.storage.remove(previewKey(job.imageId, job.attempt))
      if (outcome !== 'completed') return
      if (result.costUsd !== null) deps.metrics.providerCharged(job.provider, result.costUsd)
      const sale = await imageSale(deps, job, result.costUsd)
      if (sale) deps.metrics.imageSold(sale)
      // A missing thumbnail is created on request, so a failure here can't lose the image.
      await deps.thumbnailer.makeAll(result, result.picture.preview)
    },
  }
}
