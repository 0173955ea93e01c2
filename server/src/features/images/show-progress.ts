import { previewUrl } from '#contract/cards/image-url.ts'
import { broadcast } from '#server/events/ephemeral-events.ts'
import type { SystemDatabase } from '../../db/database.ts'
import type { Job } from '../../jobs/job.ts'
import type { Log } from '../../operations/log.ts'
import type { WorkLimits } from '../../operations/work-limits.ts'
import { decodeOutside } from '../../pictures/decode-apart.ts'
import { previewKey } from '../../pictures/picture-keys.ts'
import type { Progress } from '../../providers/provider.ts'
import type { Storage } from '../../storage/storage.ts'

/** Throttled to twice a second, which is enough for a percentage. */
const throttleMs = 500
/** Pixels on the longest edge of a preview. */
const previewEdge = 384

type Deps = {
  readonly db: SystemDatabase
  readonly storage: Storage
  readonly log: Log
  readonly work: Pick<WorkLimits, 'of'>
}

async function storePreview({ storage, work }: Deps, job: Job, preview: Uint8Array): Promise<void> {
  const { admit } = work.of(job.userId)
  const small = await decodeOutside(
    { name: 'to-preview', input: { source: preview, edge: previewEdge } },
    { source: preview, use: 'shrunk', admit },
  )
  await storage.put(previewKey(job.imageId, job.attempt), small)
}

export type ShownProgress = {
  /** Takes a report; of reports that come too fast the last one is shown. */
  report(progress: Progress): void
  /** Ends it with the image: a preview that is still being stored leaves no file and no event. */
  end(): void
}

/**
 * Broadcasts the progress of an image. Nothing waits for it and nothing fails with it: while one event is on its way, a newer one
 * replaces the pending one.
 */
export function showProgress(deps: Deps, job: Job, projectId: string): ShownProgress {
  let next: Progress | null = null
  let isShowing = false
  let isOver = false
  let previews = 0

  async function show({ fraction, preview }: Progress): Promise<void> {
    if (preview) {
      await storePreview(deps, job, preview)
      previews += 1
      // It was being stored when the image ended, whose end has removed the file before.
      if (isOver) await deps.storage.remove(previewKey(job.imageId, job.attempt))
    }
    if (isOver) return
    await broadcast(deps.db, job.userId, {
      name: 'image-progress',
      projectId,
      generationId: job.generationId,
      imageId: job.imageId,
      fraction: fraction === null ? null : Math.min(1, Math.max(0, fraction)),
      previewUrl: previews > 0 ? previewUrl(job.imageId, previews) : null,
    })
  }

  async function showAll(): Promise<void> {
    isShowing = true
    while (next && !isOver) {
      const report = next
      next = null
      await show(report).catch((error) => deps.log.debug({ err: error, job: job.id }, 'progress was not shown'))
      await new Promise((resolve) => setTimeout(resolve, throttleMs).unref())
    }
    isShowing = false
  }

  return {
    report(report) {
      next = { fraction: report.fraction, preview: report.preview ?? next?.preview ?? null }
      if (!isShowing && !isOver) void showAll()
    },
    end() {
      isOver = true
    },
  }
}
