import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ProviderName } from '#domain/models/providers.ts'
import { startLoop } from '../background/runner.ts'
import type { SystemDatabase, Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'
import type { Log } from '../operations/log.ts'
import type { ImageProvider } from '../providers/provider.ts'
import { claimJob } from './claim-job.ts'
import { Cancelled, LeaseLost } from './interruption.ts'
import { holdsLease, type Job, jobChannel } from './job.ts'
import { reclaimAbandonedJob, renewLeases } from './leases.ts'

/** Releases an unfinished job because this process stops: another worker, or the next start of this one, takes it at once. */
function releaseJob(
  db: SystemDatabase,
  job: Job,
  onReleased: (tx: Transaction, job: Job) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(jobs)
      .set({ state: 'queued', worker: null, leaseUntil: null })
      .where(holdsLease(job))
      .returning({ id: jobs.id })
    if (rows.length === 0) return
    await tx.execute(sql`select pg_notify(${jobChannel}, 'queued')`)
    await onReleased(tx, job)
  })
}

/** Whether a piece is taken only where no job of the provider precedes it, or after the jobs that can run. */
export type SideTurn = 'before-jobs' | 'after-jobs'
export type SideClaim = { readonly leaseSeconds: number; readonly turn: SideTurn }

/** Work for a provider that makes no image. It takes a slot of the provider as jobs do, in turn with them. */
export type SideWork = {
  readonly provider: ProviderName
  /** Takes the next piece; null where there is none. What is returned runs it, until `lost` aborts. */
  claim(claim: SideClaim): Promise<((lost: AbortSignal) => Promise<void>) | null>
  /** Ends pieces whose worker is gone. */
  reclaim(): Promise<void>
}

export type WorkerDeps<Outcome> = {
  readonly db: SystemDatabase
  readonly log: Log
  readonly providers: readonly ImageProvider[]
  readonly sideWork: SideWork
  readonly leaseSeconds: number
  readonly jobsPerUser: number
  /** The operator's limits of concurrent calls for one key; the provider's own limit applies to what is left out. */
  readonly atOncePerKey: Readonly<Partial<Record<ProviderName, number>>>
  /** The steps that the queue delegates: what a job does, and how its image ends. */
  readonly handlers: {
    run(job: Job, lost: AbortSignal): Promise<Outcome>
    ended(job: Job, outcome: Outcome, seconds: number): Promise<void>
    claimed: Parameters<typeof claimJob>[2]
    abandoned: Parameters<typeof reclaimAbandonedJob>[1]
    released: Parameters<typeof releaseJob>[2]
  }
}

export type Worker = {
  /** A job was queued: claim now. */
  wake(): void
  /** The user canceled the job; does nothing if another worker has it. */
  cancel(jobId: number): void
  /** Claims no more jobs. */
  finish(): void
  /** Claims no more jobs, waits for the running ones, and releases those that are not done by then. */
  stop(drainMs: number): Promise<void>
}

/** Polls at this interval without a notification: for retries that have come due and for lost wake-ups. */
const pollMs = 2_000

/** Claims jobs as long as there is room, runs them, keeps their leases, and takes over what other workers abandoned. */
export function startWorker<Outcome>(deps: WorkerDeps<Outcome>): Worker {
  const { db, handlers, log } = deps
  const worker = randomUUID()
  const running = new Map<number, { job: Job; control: AbortController; end: Promise<void> }>()
  const sides = new Map<AbortController, Promise<void>>()
  const side = deps.sideWork
  let stopping = false

  const roomsNow = () =>
    deps.providers
      .filter((provider) => {
        const ofJobs = [...running.values()].filter(({ job }) => job.provider === provider.name).length
        const ofSides = provider.name === side.provider ? sides.size : 0
        return ofJobs + ofSides < provider.concurrency
      })
      .map(({ name, atOncePerKey }) => ({ name, atOncePerKey: deps.atOncePerKey[name] ?? atOncePerKey ?? null }))

  async function runJob(job: Job, control: AbortController): Promise<void> {
    const startedAt = performance.now()
    try {
      const outcome = await handlers.run(job, control.signal)
      running.delete(job.id)
      claims.wake()
      await handlers.ended(job, outcome, (performance.now() - startedAt) / 1_000)
    } catch (error) {
      log.error({ err: error, job: job.id }, 'a job was left to its lease')
    } finally {
      running.delete(job.id)
    }
  }

  /** Claims one piece of side work and starts it. */
  async function claimSide(turn: SideTurn): Promise<boolean> {
    const run = await side.claim({ leaseSeconds: deps.leaseSeconds, turn })
    if (!run) return false
    const control = new AbortController()
    const end = run(control.signal)
      .catch((error: unknown) => log.error({ err: error, provider: side.provider }, 'side work was left to its lease'))
      .finally(() => {
        sides.delete(control)
        claims.wake()
      })
    sides.set(control, end)
    return true
  }

  /** Claims one job or piece of side work and starts it, by turns of their users. Answers whether there may be more. */
  async function claimNext(): Promise<boolean> {
    const rooms = stopping ? [] : roomsNow()
    if (rooms.length === 0) return false
    const hasSideRoom = rooms.some(({ name }) => name === side.provider)
    if (hasSideRoom && (await claimSide('before-jobs'))) return true
    // A job that precedes side work may not be able to run, as while its key is paused.
    return (await claimJobIn(rooms)) || (hasSideRoom && (await claimSide('after-jobs')))
  }

  async function claimJobIn(rooms: ReturnType<typeof roomsNow>): Promise<boolean> {
    const claim = { worker, leaseSeconds: deps.leaseSeconds, jobsPerUser: deps.jobsPerUser, rooms }
    const job = await claimJob(db, claim, handlers.claimed)
    if (!job) return false
    const control = new AbortController()
    // Canceled between two claims: the provider's request still has to be canceled.
    if (job.cancelRequested) control.abort(new Cancelled())
    running.set(job.id, { job, control, end: runJob(job, control) })
    return true
  }

  const claims = startLoop({
    everyMs: pollMs,
    log,
    name: 'claim',
    async run() {
      while (await claimNext());
    },
  })

  const leases = startLoop({
    everyMs: (deps.leaseSeconds * 1_000) / 3,
    log,
    name: 'leases',
    async run() {
      const inWork = [...running]
      const ids = inWork.map(([id]) => id)
      const { held, cancelled } = await renewLeases(db, { id: worker, leaseSeconds: deps.leaseSeconds }, ids)
      for (const [id, { control }] of inWork) {
        if (cancelled.has(id)) control.abort(new Cancelled())
        else if (!held.has(id)) control.abort(new LeaseLost())
      }
      while (!stopping && (await reclaimAbandonedJob(db, handlers.abandoned))) claims.wake()
      if (!stopping) await side.reclaim()
    },
  })

  return {
    wake: claims.wake,
    cancel: (jobId) => running.get(jobId)?.control.abort(new Cancelled()),
    finish() {
      stopping = true
    },
    async stop(drainMs) {
      stopping = true
      await claims.stop()
      const ends = [...running.values()].map(({ end }) => end)
      const timeUp = AbortSignal.timeout(drainMs)
      await Promise.race([Promise.all(ends), new Promise((resolve) => timeUp.addEventListener('abort', resolve))])
      await leases.stop()
      // Its work begins again elsewhere: it is small.
      for (const control of sides.keys()) control.abort(new LeaseLost())
      await Promise.all(sides.values())
      const left = [...running.values()]
      for (const { job } of left) await releaseJob(db, job, handlers.released)
      for (const { control } of left) control.abort(new LeaseLost())
      await Promise.all(left.map(({ end }) => end))
    },
  }
}
