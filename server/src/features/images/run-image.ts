import type { ImageFailure } from '#domain/errors.ts'
import { planRetry } from '#domain/generation/retry-plan.ts'
import type { Database } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/database-error.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { Cancelled, LeaseLost } from '../../jobs/interruption.ts'
import { endJob, type Job } from '../../jobs/job.ts'
import type { Log } from '../../operations/log.ts'
import { inspectPicture, NotAPicture, type Picture } from '../../pictures/inspect-picture.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { writeRecord } from '../../pictures/png-record.ts'
import { ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { changeImages, type ImageChange } from './change-images.ts'
import { type ImageWork, loadImageWork } from './load-image-work.ts'
import { orAborted } from './or-aborted.ts'
import { rememberRequest } from './remember-request.ts'

export type RunImageDeps = {
  readonly db: Database
  readonly registry: ModelRegistry
  readonly storage: Storage
  readonly checkpoint: Checkpoint
  readonly log: Log
  readonly timeLimitSeconds: number
  readonly random: () => number
}

export type ImageOutcome =
  | { readonly outcome: 'completed'; readonly imageId: string; readonly attempt: number; readonly picture: Picture }
  | { readonly outcome: 'failed' | 'retried'; readonly code: ImageFailure }
  | { readonly outcome: 'cancelled' | 'lost' | 'uncertain' }

/** Sentences for failures that are not the provider's own words. */
const timeOutMessage = (seconds: number) => `The picture was not there after ${seconds} seconds.`
const brokenMessage = 'What the model delivered is not a picture that can be opened.'
const silentMessage = 'The model accepted the picture and never delivered it. Nothing was charged.'
const unexpectedMessage = 'Something went wrong on our side while making the picture.'

/** A provider that fell silent is asked again after this long, */
const lookAgainMs = 5 * 60_000
/** until its share has been held for this long (decisions, chapter 'Money'). */
const longestUncertainMs = 24 * 60 * 60_000

type Made = {
  readonly picture: Picture
  readonly seed: number
  readonly warnings: readonly string[]
  readonly byteSize: number
}

/** Ends the job and changes its image in one transaction; `lost` when the job is no longer ours. */
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

/** `signal` aborts for every reason, the time limit among them; `lost` when the picture is not wanted any more. */
type Signals = { readonly signal: AbortSignal; readonly lost: AbortSignal }

/**
 * The picture of this attempt: from the storage if an earlier worker got as far as that, else from the provider. Afterwards
 * the original lies in the storage under a key made from the image's id.
 */
async function makePicture(deps: RunImageDeps, job: Job, work: ImageWork, signals: Signals): Promise<Made> {
  const key = originalKey(job.imageId, job.attempt)
  const stored = await deps.storage.get(key)
  if (stored)
    return { picture: await inspectPicture(stored), seed: work.request.seed, warnings: [], byteSize: stored.byteLength }
  const provider = deps.registry.provider(job.provider)
  if (!provider) throw new ProviderError('key', `${work.request.model.name} is not connected on this server any more.`)
  const { signal, lost } = signals
  const call = {
    signal,
    key: '',
    tries: job.tries,
    progress() {},
    requestId: job.providerRequestId,
    async rememberRequest(requestId: string) {
      await rememberRequest(deps.db, job, requestId)
      job.providerRequestId = requestId
    },
  }
  const answer = await orAborted(provider.generate(work.request, call), signal)
  await deps.checkpoint('provider-answered')
  // The time may be up by now, but the picture is here: only whoever no longer wants it stops it.
  lost.throwIfAborted()
  const bytes = writeRecord(answer.bytes, { ...work.record, seed: answer.seed })
  const picture = await inspectPicture(bytes)
  await deps.storage.put(key, bytes)
  await deps.checkpoint('file-written')
  return { picture, seed: answer.seed, warnings: answer.warnings, byteSize: bytes.byteLength }
}

function failureOf(deps: RunImageDeps, error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof NotAPicture) return new ProviderError('invalid', brokenMessage, { cause: error })
  if (signal.aborted) return new ProviderError('time-out', timeOutMessage(deps.timeLimitSeconds), { cause: error })
  return new ProviderError('provider-down', unexpectedMessage, { cause: error })
}

/**
 * Makes one image to its end: picture stored, row, event and job committed together. Every failure ends as the image's
 * named failure or as a later try; only a database that is away makes it throw, and then the lease brings the job back.
 * @param lost Aborts with `Cancelled` when the person cancels, with `LeaseLost` when the job is another worker's.
 */
export async function runImage(deps: RunImageDeps, job: Job, lost: AbortSignal): Promise<ImageOutcome> {
  const signal = AbortSignal.any([lost, AbortSignal.timeout(deps.timeLimitSeconds * 1_000)])
  // Knows the provider's id of the request as soon as the database does.
  const accepted = { ...job }
  try {
    const work = await loadImageWork(deps, job)
    const made = await makePicture(deps, accepted, work, { signal, lost })
    const committed = await finish(
      deps,
      job,
      { state: 'done' },
      {
        status: 'completed',
        storageKey: originalKey(job.imageId, job.attempt),
        mediaType: made.picture.mediaType,
        byteSize: made.byteSize,
        width: made.picture.width,
        height: made.picture.height,
        averageColor: made.picture.averageColor,
        seed: made.seed,
        warnings: [...made.warnings],
        errorCode: null,
        errorMessage: null,
        completedAt: new Date(),
      },
    )
    if (committed === 'lost') return { outcome: 'lost' }
    return { outcome: 'completed', imageId: job.imageId, attempt: job.attempt, picture: made.picture }
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (lost.reason instanceof LeaseLost) return { outcome: 'lost' }
    if (lost.reason instanceof Cancelled) {
      const committed = await finish(deps, job, { state: 'cancelled' }, { status: 'cancelled' })
      return { outcome: committed === 'lost' ? 'lost' : 'cancelled' }
    }
    const failed = failureOf(deps, error, signal)
    if (failed.code === 'time-out' && accepted.providerRequestId !== null) return endSilent(deps, job)
    return endFailed(deps, job, failed)
  }
}

/**
 * The provider has accepted the request and says nothing: nobody knows yet whether there is a picture, so what it costs
 * stays held. It is asked again later, for a day.
 */
async function endSilent(deps: RunImageDeps, job: Job): Promise<ImageOutcome> {
  const isOver = Date.now() - job.createdAt.getTime() > longestUncertainMs
  const committed = isOver
    ? await finish(
        deps,
        job,
        { state: 'failed' },
        { status: 'failed', errorCode: 'time-out', errorMessage: silentMessage },
      )
    : await finish(deps, job, { state: 'queued', runInMs: lookAgainMs, tries: job.tries }, { status: 'uncertain' })
  if (committed === 'lost') return { outcome: 'lost' }
  return isOver ? { outcome: 'failed', code: 'time-out' } : { outcome: 'uncertain' }
}

async function endFailed(deps: RunImageDeps, job: Job, failed: ProviderError): Promise<ImageOutcome> {
  const { code, message } = failed
  const tries = job.tries + 1
  const plan = planRetry({ code, tries, retryAfterMs: failed.retryAfterMs, jitter: deps.random() })
  deps.log.warn({ err: failed, job: job.id, image: job.imageId, provider: job.provider, code, tries }, 'image failed')
  if (plan.action === 'retry') {
    const committed = await finish(deps, job, { state: 'queued', runInMs: plan.delayMs, tries }, { status: 'queued' })
    return committed === 'lost' ? { outcome: 'lost' } : { outcome: 'retried', code }
  }
  const committed = await finish(
    deps,
    job,
    { state: 'failed' },
    { status: 'failed', errorCode: code, errorMessage: message },
  )
  return committed === 'lost' ? { outcome: 'lost' } : { outcome: 'failed', code }
}
