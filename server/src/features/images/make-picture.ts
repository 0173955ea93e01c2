import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { storagePauseMs } from '#domain/generation/storage-pause.ts'
import { enlargedSentence } from '#domain/models/delivered.ts'
import type { SensitiveState } from '#domain/pictures/sensitive.ts'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { jobs } from '../../db/schema/jobs.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { holdsLease, type Job } from '../../jobs/job.ts'
import { AdmissionRefused, type Admit } from '../../operations/admission.ts'
import type { Log } from '../../operations/log.ts'
import type { JobMemory, WorkLimits } from '../../operations/work-limits.ts'
import { hasManifest } from '../../pictures/credentials/has-manifest.ts'
import type { PictureCredentials } from '../../pictures/credentials/picture-credentials.ts'
import { decodeOutside } from '../../pictures/decode-apart.ts'
import { type FileFacts, fileFactsOf } from '../../pictures/file-facts.ts'
import { type FittedPicture, fitPicture } from '../../pictures/fit-picture.ts'
import { NotAPicture, type Picture } from '../../pictures/inspect-picture.ts'
import { markablePicture, unmarkable } from '../../pictures/markable-picture.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { readRecord, writeRecord } from '../../pictures/picture-record.ts'
import { type ImageAnswer, type ImageRequest, type Progress, ProviderError } from '../../providers/provider.ts'
import type { RetouchPool } from '../../retouch/retouch-pool.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { finishEdit, giveEdit } from '../edits/edit-work.ts'
import { checkFinish } from '../edits/finish-room.ts'
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
  readonly credentials: Pick<PictureCredentials, 'sign'>
  readonly work: Pick<WorkLimits, 'of' | 'ofJob'>
  readonly log: Log
}

export type MadePicture = FileFacts & {
  readonly picture: Picture
  readonly seed: number
  readonly warnings: readonly string[]
  /** Set where the safety filter found it sensitive. */
  readonly sensitive: SensitiveState | null
  readonly byteSize: number
  readonly digitalSource: DigitalSource | null
  /** The record of a file that keeps its vendor's signature; null: it is in the file. */
  readonly fileRecord: Readonly<Record<string, unknown>> | null
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
  { signal, memory, ...listeners }: Listeners & { readonly memory: JobMemory },
): Promise<ImageAnswer> {
  const provider = deps.registry.provider(job.provider)
  if (!provider) throw new ProviderError('key', `${request.model.name} is not connected on this server any more.`)
  const call = {
    ...{ signal, memory },
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
async function fitToRequest(
  answer: ImageAnswer,
  delivered: Picture,
  { model, size, aspectRatio }: ImageRequest,
  admit: Admit,
) {
  if (!model.capabilities.supportsCustomRatios) return { bytes: answer.bytes, warnings: [] }
  return fitPicture(answer.bytes, delivered, { ...size, aspectRatio }, admit)
}

const asDelivered = 'The server had too little memory to finish this picture: it is stored as the model delivered it.'

/** Finishes a picture that is paid: where there is no room for that, it is kept as it was delivered. */
async function finishOrKeep({ bytes }: ImageAnswer, finish: () => Promise<FittedPicture>): Promise<FittedPicture> {
  try {
    return await finish()
  } catch (error) {
    if (!(error instanceof AdmissionRefused)) throw error
    return { bytes, warnings: [asDelivered] }
  }
}

/** Opens and measures a picture in the room that its kind takes. @throws NotAPicture */
async function inspect(bytes: Uint8Array, admit: Admit): Promise<Picture> {
  try {
    return await decodeOutside({ name: 'inspect', input: bytes }, { source: bytes, use: 'shrunk', admit })
  } catch (error) {
    if (error instanceof AdmissionRefused || error instanceof NotAPicture) throw error
    throw new NotAPicture('The bytes are not a whole picture that can be opened.', { cause: error })
  }
}

/**
 * The record that has to be kept beside a file: one that its vendor signed holds none of ours, nor does a GIF or AVIF that could not be
 * converted. Null where it is in the file.
 */
async function recordBeside(bytes: Uint8Array, record: Readonly<Record<string, unknown>>) {
  const isUnmarked = hasManifest(bytes) || unmarkable.has(sniffPicture(bytes))
  return isUnmarked && (await readRecord(bytes)) === null ? record : null
}

/**
 * Signs a file that was made from one with credentials, which becomes its parent: the crop of a vendor's signed picture, or what an
 * edit put together. Where that fails the file stays without a signature.
 */
async function signFrom(
  { credentials, log }: MakePictureDeps,
  answer: ImageAnswer,
  { bytes, work: { request, edit, record, source } }: { readonly bytes: Uint8Array; readonly work: ImageWork },
): Promise<Uint8Array> {
  const kinds = [sniffPicture(answer.bytes), sniffPicture(bytes)]
  if (!hasManifest(answer.bytes) || kinds.includes(null)) return bytes
  const [parent, own] = kinds.map((kind) => `image/${kind}`)
  const title = request.words.slice(0, 100)
  try {
    return await credentials.sign([
      { title, mediaType: parent ?? '', bytes: answer.bytes, isSigned: true },
      {
        ...{ title, record, sourceType: source, bytes, thumbnail: null, inputs: [] },
        mediaType: own ?? '',
        action: edit ? 'c2pa.edited' : 'c2pa.cropped',
        agent: 'Espalier',
      },
    ])
  } catch (error) {
    log.warn({ err: error }, 'a picture could not be signed with the one that it was made from')
    return bytes
  }
}

/**
 * Gets the picture of this attempt: from the storage if an earlier worker stored it, else from the provider. Afterwards the
 * original is stored under a key made from the image's id.
 */
export async function makePicture(
  deps: MakePictureDeps,
  job: Job,
  work: ImageWork,
  listeners: Listeners,
): Promise<MadePicture> {
  const { request, edit, record, source } = work
  const key = originalKey(job.imageId, job.attempt)
  const memory = deps.work.ofJob(job.userId, listeners.signal)
  // The time limit is over for a picture that is here: its memory is waited for until it is not wanted any more.
  const memoryAfter = deps.work.ofJob(job.userId, listeners.lost)
  const stored = await deps.storage.get(key)
  if (stored) {
    const picture = await inspect(stored, memoryAfter.admit)
    const { sensitive, warnings } = await deps.safetyFilter(stored, {
      provider: job.provider,
      signal: listeners.signal,
    })
    return {
      ...{ picture, warnings, digitalSource: source },
      ...(await fileFactsOf(stored)),
      seed: request.seed,
      sensitive: sensitive ?? edit?.sensitive ?? null,
      byteSize: stored.byteLength,
      costUsd: null,
      // As below; a vendor's own seed is not known any more.
      fileRecord: await recordBeside(stored, {
        ...record,
        seed: request.seed,
        asked: request.size,
        delivered: { width: picture.width, height: picture.height },
      }),
    }
  }
  const given = edit ? await giveEdit({ ...deps, memory }, { request, work: edit }, listeners.signal) : null
  // A request that was accepted is paid already.
  if (edit && given && job.providerRequestId === null) await checkFinish(memory, edit, given)
  const answer = await askProvider(deps, job, given?.request ?? request, { ...listeners, memory })
  await deps.checkpoint('provider-answered')
  // The time limit may have passed, but the picture is here: only a cancellation discards it.
  listeners.lost.throwIfAborted()
  const delivered = await inspect(answer.bytes, memoryAfter.admit)
  const fitted = await finishOrKeep(answer, () =>
    edit && given
      ? finishEdit({ ...deps, memory: memoryAfter }, { work: edit, given, answer, delivered }, listeners.lost)
      : fitToRequest(answer, delivered, request, memoryAfter.admit),
  )
  const { seed, costUsd = null } = answer
  const fullRecord = {
    ...record,
    seed,
    asked: given?.request.size ?? request.size,
    delivered: answer.paintedAt ?? { width: delivered.width, height: delivered.height },
  }
  const kept = await markablePicture(fitted.bytes, memoryAfter.admit)
  const described = await writeRecord(kept.bytes, fullRecord, source)
  const bytes = kept.bytes === answer.bytes ? described : await signFrom(deps, answer, { bytes: described, work })
  const picture = kept.bytes === answer.bytes ? delivered : await inspect(bytes, memoryAfter.admit)
  const verdict = await deps.safetyFilter(bytes, { provider: job.provider, signal: listeners.lost })
  await storePicture(deps.storage, { key, bytes }, listeners.lost)
  await deps.checkpoint('file-written')
  const enlarged = answer.paintedAt && !edit ? enlargedSentence(answer.paintedAt, picture) : []
  const warnings = [...answer.warnings, ...fitted.warnings, ...kept.warnings, ...enlarged, ...verdict.warnings]
  const sensitive = verdict.sensitive ?? edit?.sensitive ?? null
  return {
    ...{ picture, seed, warnings, sensitive, costUsd, digitalSource: source },
    ...(await fileFactsOf(bytes)),
    byteSize: bytes.byteLength,
    fileRecord: await recordBeside(bytes, fullRecord),
  }
}
