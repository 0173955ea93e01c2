import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { storagePauseMs } from '#domain/generation/storage-pause.ts'
import { enlargedSentence } from '#domain/models/delivered.ts'
import type { SensitiveState } from '#domain/pictures/sensitive.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { jobs } from '../../db/schema/jobs.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { holdsLease, type Job } from '../../jobs/job.ts'
import { fitPicture } from '../../pictures/fit-picture.ts'
import { inspectPicture, type Picture } from '../../pictures/inspect-picture.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { writeRecord } from '../../pictures/picture-record.ts'
import type { LocalTools } from '../../providers/onnx/local-tools.ts'
import { type ImageAnswer, type ImageRequest, type Progress, ProviderError } from '../../providers/provider.ts'
import type { RetouchPool } from '../../retouch/retouch-pool.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { finishEdit, giveEdit } from '../edits/edit-work.ts'
import { type KeyForJobDeps, openForJob } from './key-for-job.ts'
import type { ImageWork } from './load-image-work.ts'
import { raceAbort } from './race-abort.ts'
import type { SafetyFilter } from './safety-filter.ts'

/** The time that a storage takes to restart. Meanwhile the picture is in memory and occupies a slot of the worker. */
const storageTimeLimitMs = 60_000

/**
 * Stores a picture, with retries while the storage is unavailable: generating it again might cost again. @param lost Ends the
 * wait. @throws StorageFailure where the storage stays unavailable.
 */
async function storePicture(
  storage: Storage,
  { key, bytes }: { readonly key: string; readonly bytes: Uint8Array },
  lost: AbortSignal,
): Promise<void> {
  const until = performance.now() + storageTimeLimitMs
  for (let failures = 1; ; failures++) {
    lost.throwIfAborted()
    try {
      return await storage.put(key, bytes)
    } catch (error) {
      if (!(error instanceof StorageFailure) || performance.now() > until) throw error
      await wait(storagePauseMs(failures), undefined, { signal: lost })
    }
  }
}

/**
 * Stores the id of a request that the provider accepted, and the time, so that a restarted worker fetches its result instead of
 * paying again. An id that is stored already keeps its time.
 */
async function rememberRequest(db: SystemDatabase, job: Job, providerRequestId: string): Promise<void> {
  const acceptedAt = sql`case when ${jobs.providerRequestId} = ${providerRequestId} then ${jobs.acceptedAt} else now() end`
  await db.update(jobs).set({ providerRequestId, acceptedAt }).where(holdsLease(job))
}

export type MakePictureDeps = KeyForJobDeps & {
  readonly storage: Storage
  readonly retouch: RetouchPool
  readonly localTools: LocalTools
  readonly checkpoint: Checkpoint
  readonly safetyFilter: SafetyFilter
}

export type MadePicture = {
  readonly picture: Picture
  readonly seed: number
  readonly warnings: readonly string[]
  /** Set where the safety filter found it sensitive. */
  readonly sensitive: SensitiveState | null
  readonly byteSize: number
  /** In US dollars; null where it is unknown. */
  readonly costUsd: number | null
}

/** `signal` aborts for every reason, the time limit among them; `lost` when the picture is no longer wanted. */
type Listeners = {
  readonly signal: AbortSignal
  readonly lost: AbortSignal
  accepted(requestId: string): void
  progress(report: Progress): void
}

async function askProvider(
  deps: MakePictureDeps,
  job: Job,
  request: ImageRequest,
  { signal, ...listeners }: Listeners,
): Promise<ImageAnswer> {
  const provider = deps.registry.provider(job.provider)
  if (!provider) throw new ProviderError('key', `${request.model.name} is not connected on this server any more.`)
  const call = {
    signal,
    ...(await openForJob(deps, job, provider)),
    tries: job.tries,
    requestId: job.providerRequestId,
    progress: listeners.progress,
    async rememberRequest(requestId: string) {
      await rememberRequest(deps.db, job, requestId)
      listeners.accepted(requestId)
    },
  }
  return raceAbort(provider.generate(request, call), signal)
}

/** Crops the picture to the requested ratio. A model that chooses its own ratio is not cropped. */
async function fitToRequest(answer: ImageAnswer, delivered: Picture, { model, size, aspectRatio }: ImageRequest) {
  if (!model.capabilities.supportsCustomRatios) return { bytes: answer.bytes, warnings: [] }
  return fitPicture(answer.bytes, delivered, { ...size, aspectRatio })
}

/**
 * Gets the picture of this attempt: from the storage if an earlier worker stored it, else from the provider. Afterwards the
 * original is stored under a key made from the image's id.
 */
export async function makePicture(
  deps: MakePictureDeps,
  job: Job,
  { request, edit, record }: ImageWork,
  listeners: Listeners,
): Promise<MadePicture> {
  const key = originalKey(job.imageId, job.attempt)
  const stored = await deps.storage.get(key)
  if (stored) {
    const picture = await inspectPicture(stored)
    const { sensitive, warnings } = await deps.safetyFilter(stored, {
      provider: job.provider,
      signal: listeners.signal,
    })
    const hidden = sensitive ?? edit?.sensitive ?? null
    return { picture, seed: request.seed, warnings, sensitive: hidden, byteSize: stored.byteLength, costUsd: null }
  }
  const given = edit ? await giveEdit(deps, { request, work: edit }, listeners.signal) : null
  const answer = await askProvider(deps, job, given?.request ?? request, listeners)
  await deps.checkpoint('provider-answered')
  // The time limit may have passed, but the picture is here: only a cancellation discards it.
  listeners.lost.throwIfAborted()
  const delivered = await inspectPicture(answer.bytes)
  const fitted =
    edit && given
      ? await finishEdit(deps, { work: edit, given, answer }, listeners.lost)
      : await fitToRequest(answer, delivered, request)
  const { seed, costUsd = null } = answer
  const bytes = await writeRecord(fitted.bytes, {
    ...record,
    seed,
    asked: given?.request.size ?? request.size,
    delivered: answer.paintedAt ?? { width: delivered.width, height: delivered.height },
  })
  const picture = fitted.bytes === answer.bytes ? delivered : await inspectPicture(bytes)
  const verdict = await deps.safetyFilter(bytes, { provider: job.provider, signal: listeners.lost })
  await storePicture(deps.storage, { key, bytes }, listeners.lost)
  await deps.checkpoint('file-written')
  const enlarged = answer.paintedAt && !edit ? enlargedSentence(answer.paintedAt, picture) : []
  const warnings = [...answer.warnings, ...fitted.warnings, ...enlarged, ...verdict.warnings]
  const sensitive = verdict.sensitive ?? edit?.sensitive ?? null
  return { picture, seed, warnings, sensitive, byteSize: bytes.byteLength, costUsd }
}
