import { enlargedSentence } from '#domain/models/delivered.ts'
import type { SensitiveState } from '#domain/pictures/sensitive.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import type { Job } from '../../jobs/job.ts'
import { fitPicture } from '../../pictures/fit-picture.ts'
import { inspectPicture, type Picture } from '../../pictures/inspect-picture.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { writeRecord } from '../../pictures/picture-record.ts'
import type { LocalTools } from '../../providers/onnx/local-tools.ts'
import { type ImageAnswer, type ImageRequest, type Progress, ProviderError } from '../../providers/provider.ts'
import type { RetouchPool } from '../../retouch/retouch-pool.ts'
import type { Storage } from '../../storage/storage.ts'
import { finishEdit, giveEdit } from '../edits/edit-work.ts'
import { type KeyForJobDeps, openForJob } from './key-for-job.ts'
import type { ImageWork } from './load-image-work.ts'
import { raceAbort } from './race-abort.ts'
import { rememberRequest } from './remember-request.ts'
import type { SafetyFilter } from './safety-filter.ts'
import { storePicture } from './store-picture.ts'

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
