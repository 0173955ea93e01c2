import { failedWithoutReason } from '#contract/errors.ts'
import type { ImageFailure } from '#domain/errors.ts'
import { planRetry } from '#domain/generation/retry-plan.ts'
import { providerFacts } from '#domain/models/providers.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/database-error.ts'
import { Cancelled, LeaseLost } from '../../jobs/interruption.ts'
import { endJob, type Job, laneOf } from '../../jobs/job.ts'
import { noteAnswer, noteOutage, pauseProvider } from '../../jobs/provider-health.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import type { Log } from '../../operations/log.ts'
import { NotAPicture, type Picture } from '../../pictures/inspect-picture.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { isElsewhere, ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { changeImages, type ImageChange } from './change-images.ts'
import { type KeyForJobDeps, openForJob } from './key-for-job.ts'
import { type LoadWorkDeps, loadImageWork } from './load-image-work.ts'
import { type MakePictureDeps, makePicture } from './make-picture.ts'
import { raceAbort } from './race-abort.ts'
import { type ShownProgress, showProgress } from './show-progress.ts'

/** The time limit for a provider to accept a cancellation. */
const cancelMs = 5_000

/**
 * Cancels the provider's request of a job. @returns What the provider still charges for, as a sentence; null for nothing, or
 * where it can't be reached.
 */
async function cancelRequest(deps: KeyForJobDeps & { log: Log }, job: Job): Promise<string | null> {
  const provider = deps.registry.provider(job.provider)
  if (!provider?.cancel) return null
  const signal = AbortSignal.timeout(cancelMs)
  try {
    const opened = await openForJob(deps, job, provider)
    return await raceAbort(provider.cancel(job.providerRequestId, { ...opened, signal }), signal)
  } catch (error) {
    deps.log.warn(
      { err: error, job: job.id, provider: job.provider },
      'a request could not be canceled at the provider',
    )
    return job.providerRequestId === null
      ? null
      : `${providerFacts[job.provider].label} did not accept the cancellation in time, and may still finish the picture.`
  }
}

type NoteEndDeps = { readonly db: SystemDatabase; readonly registry: ModelRegistry; readonly random: () => number }

/**
 * Stores for all workers what the end of a call says about the provider's health with this key: reachable, unreachable, or asking
 * for a pause.
 */
async function noteEnd({ db, registry, random }: NoteEndDeps, job: Job, failed: ProviderError | null): Promise<void> {
  const provider = registry.provider(job.provider)
  if (!provider || !isElsewhere(provider)) return
  const health = failed?.health ?? 'reachable'
  const lane = laneOf(job)
  if (health === 'unreachable') await noteOutage(db, lane)
  if (health === 'reachable') await noteAnswer(db, lane)
  if (failed?.code !== 'rate-limited') return
  const { retryAfterMs } = failed
  const plan = planRetry({ code: failed.code, tries: 1, retryAfterMs, jitter: random() })
  if (plan.action === 'retry') await pauseProvider(db, lane, plan.delayMs)
}

export type RunImageDeps = MakePictureDeps &
  LoadWorkDeps & {
    readonly log: Log
    readonly timeLimitSeconds: number
    readonly random: () => number
  }

export type ImageOutcome =
  | {
      readonly outcome: 'completed'
      readonly imageId: string
      readonly attempt: number
      readonly picture: Picture
      /** The price that the provider charged, in US dollars; null where it is unknown. */
      readonly costUsd: number | null
    }
  | { readonly outcome: 'failed' | 'retried'; readonly code: ImageFailure }
  | { readonly outcome: 'cancelled' | 'lost' | 'uncertain' | 'unstored' }

/** Sentences for failures without a message of the provider. */
const timeOutMessage = (seconds: number) => `The picture was not there after ${seconds} seconds.`
const brokenMessage = 'What the model delivered is not a picture that can be opened.'
const heavyMessage =
  'This takes more memory than the server has for one picture. Ask for a smaller one, or make the picture smaller that it starts from.'
const silentMessage = 'The model accepted the picture and never delivered it. Nothing was charged.'
const unstoredMessage = 'The picture could not be stored for a whole day.'
const unexpectedMessage = (job: Job) => `This server failed while making the picture (job ${job.id}). Try again.`

/** The delay before a silent provider is asked again. */
const silentRecheckMs = 5 * 60_000
/** Maximum time that a hold stays open while it is unknown whether the provider was paid (docs/decisions/0015-ledger.md). */
const maxUncertainMs = 24 * 60 * 60_000
/** The delay before an unavailable storage is tried again. */
const storeAgainMs = 3_000

/** Ends the job and changes its image in one transaction; `lost` when this worker no longer holds the lease. */
async function finish(
  deps: RunImageDeps,
  job: Job,
  end: Parameters<typeof endJob>[2],
  change: ImageChange['set'],
): Promise<'committed' | 'lost'> {
  return deps.db.transaction(async (tx) => {
    if (!(await endJob(tx, job, end))) return 'lost'
    await changeImages(tx, job, [{ imageId: job.imageId, set: change }])
    await deps.checkpoint('before-final-commit')
    return 'committed'
  })
}

/** Seconds: that of the server, or a longer one of the provider. */
const limitOf = ({ registry, timeLimitSeconds }: RunImageDeps, job: Job) =>
  Math.max(timeLimitSeconds, registry.provider(job.provider)?.timeLimitSeconds ?? 0)

/** Only an adapter has seen the wire: other errors say nothing about the provider's health. */
function failureOf(deps: RunImageDeps, job: Job, error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof AdmissionRefused) return new ProviderError('invalid', heavyMessage, { cause: error })
  if (error instanceof NotAPicture)
    return new ProviderError('invalid', brokenMessage, { cause: error, health: 'reachable' })
  if (signal.aborted) return new ProviderError('time-out', timeOutMessage(limitOf(deps, job)), { cause: error })
  return new ProviderError('failed', unexpectedMessage(job), { cause: error })
}

/**
 * Runs one image to its end: picture stored, row, event and job committed together. Every failure ends as the image's named
 * failure or as a retry; only an unavailable database makes it throw, and then the lease brings the job back. @param lost Aborts
 * with `Cancelled` when the user cancels, with `LeaseLost` when another worker has the job.
 */
export async function runImage(deps: RunImageDeps, job: Job, lost: AbortSignal): Promise<ImageOutcome> {
  const signal = AbortSignal.any([lost, AbortSignal.timeout(limitOf(deps, job) * 1_000)])
  let asked: Pick<Job, 'providerRequestId' | 'acceptedAt'> = job
  let progress: ShownProgress | null = null
  try {
    signal.throwIfAborted()
    const work = await loadImageWork(deps, job)
    progress = showProgress(deps, job, work.projectId)
    const made = await makePicture(deps, job, work, {
      signal,
      lost,
      accepted: (providerRequestId) => {
        if (providerRequestId !== asked.providerRequestId) asked = { providerRequestId, acceptedAt: new Date() }
      },
      progress: progress.report,
    })
    progress.end()
    await noteEnd(deps, job, null)
    const committed = await finish(
      deps,
      job,
      { state: 'done', costUsd: made.costUsd },
      {
        status: 'completed',
        storageKey: originalKey(job.imageId, job.attempt),
        mediaType: made.picture.mediaType,
        byteSize: made.byteSize,
        digitalSource: made.digitalSource,
        fileRecord: made.fileRecord,
        fileSha256: made.fileSha256,
        fileIsSigned: made.fileIsSigned,
        width: made.picture.width,
        height: made.picture.height,
        averageColor: made.picture.averageColor,
        seed: made.seed,
        warnings: [...made.warnings],
        sensitive: made.sensitive,
        errorCode: null,
        errorMessage: null,
        completedAt: new Date(),
      },
    )
    if (committed === 'lost') return { outcome: 'lost' }
    const { picture, costUsd } = made
    return { outcome: 'completed', imageId: job.imageId, attempt: job.attempt, picture, costUsd }
  } catch (error) {
    progress?.end()
    // An unavailable storage fails with the same codes as a database.
    if (!(error instanceof StorageFailure) && isDatabaseAway(error)) throw error
    if (lost.reason instanceof LeaseLost) return { outcome: 'lost' }
    if (lost.reason instanceof Cancelled) return endCancelled(deps, { ...job, ...asked })
    if (error instanceof StorageFailure) return endUnstored(deps, { ...job, ...asked }, error)
    const failed = failureOf(deps, job, error, signal)
    await noteEnd(deps, job, failed)
    return endFailed(deps, { ...job, ...asked }, failed)
  }
}

async function endCancelled(deps: RunImageDeps, job: Job): Promise<ImageOutcome> {
  const stillCharged = await cancelRequest(deps, job)
  const warnings = stillCharged === null ? [] : [stillCharged]
  const committed = await finish(deps, job, { state: 'cancelled' }, { status: 'cancelled', warnings })
  return { outcome: committed === 'lost' ? 'lost' : 'cancelled' }
}

type Waiting = {
  /** The status while the image waits. */
  readonly status: 'uncertain' | 'queued'
  readonly outcome: 'uncertain' | 'unstored'
  readonly againMs: number
  /** The start of the day. */
  readonly since: Date
  /** The result that is stored with the job. */
  readonly noted?: { readonly unstoredSince: Date }
  /** The failure after a day of waiting. */
  readonly code: ImageFailure
  readonly message: string
}

/** Retries later, without counting a try, for a day. */
async function waitForADay(deps: RunImageDeps, job: Job, waiting: Waiting): Promise<ImageOutcome> {
  const { status, outcome, againMs, since, code, message } = waiting
  const isOver = Date.now() - since.getTime() > maxUncertainMs
  const committed = isOver
    ? await finish(deps, job, { state: 'failed' }, { status: 'failed', errorCode: code, errorMessage: message })
    : await finish(deps, job, { state: 'queued', runInMs: againMs, tries: job.tries, ...waiting.noted }, { status })
  if (committed === 'lost') return { outcome: 'lost' }
  return isOver ? { outcome: 'failed', code } : { outcome }
}

/** The provider has accepted the request and is silent: it is unknown whether there is a picture, so its price stays held. */
const endSilent = (deps: RunImageDeps, job: Job): Promise<ImageOutcome> =>
  waitForADay(deps, job, {
    status: 'uncertain',
    outcome: 'uncertain',
    againMs: silentRecheckMs,
    // A request that an earlier release remembered has no time of its own.
    since: job.acceptedAt ?? job.startedAt ?? job.createdAt,
    code: 'time-out',
    message: silentMessage,
  })

/** An unavailable storage says nothing about the model, and the picture can be generated when the storage is back. */
function endUnstored(deps: RunImageDeps, job: Job, failure: StorageFailure): Promise<ImageOutcome> {
  deps.log.warn({ err: failure, job: job.id, image: job.imageId }, 'the storage was away')
  const since = job.unstoredSince ?? new Date()
  return waitForADay(deps, job, {
    status: 'queued',
    outcome: 'unstored',
    since,
    noted: { unstoredSince: since },
    againMs: Math.round(storeAgainMs * (0.75 + deps.random() / 2)),
    code: 'failed',
    message: unstoredMessage,
  })
}

async function endFailed(deps: RunImageDeps, job: Job, failed: ProviderError): Promise<ImageOutcome> {
  const { code, message, request } = failed
  const isAccepted = job.providerRequestId !== null && request === 'open'
  if (code === 'time-out' && isAccepted) return endSilent(deps, job)
  const tries = job.tries + 1
  const plan = planRetry({ code, tries, retryAfterMs: failed.retryAfterMs, jitter: deps.random() })
  const { vendorCode } = failed
  const about = { job: job.id, image: job.imageId, provider: job.provider, code, vendorCode, tries }
  deps.log.warn({ err: failed, ...about }, 'image failed')
  if (plan.action === 'retry') {
    const end = { state: 'queued', runInMs: plan.delayMs, tries, request } as const
    const committed = await finish(deps, job, end, { status: 'queued' })
    return committed === 'lost' ? { outcome: 'lost' } : { outcome: 'retried', code }
  }
  // The provider was unreachable longer than retries go on, but it has the request: a picture that may be paid for is not given
  // up yet.
  if ((code === 'provider-down' || code === 'failed') && isAccepted) return endSilent(deps, job)
  const committed = await finish(
    deps,
    job,
    { state: 'failed' },
    { status: 'failed', errorCode: code, errorMessage: message || failedWithoutReason },
  )
  return committed === 'lost' ? { outcome: 'lost' } : { outcome: 'failed', code }
}
