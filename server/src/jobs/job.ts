import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { ProviderName } from '#domain/models/providers.ts'
import type { Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'

/** One attempt at one image. */
export type Job = typeof jobs.$inferSelect

/** Wakes workers: the payload is `queued`, or `cancel:` with a job's id. */
export const jobChannel = 'espalier_jobs'

export type NewJob = {
  readonly userId: UserId
  readonly generationId: string
  readonly imageId: string
  readonly attempt: number
  readonly provider: ProviderName
  /** The user whose own key is used; null for the operator's. */
  readonly keyOwner: UserId | null
  /** The added provider of which the model is; null for one that was not added in the app. */
  readonly connectionId: string | null
  /** The API token that asks for it; null: the person. */
  readonly madeBy: string | null
}

/** Jobs of a program come after those of its person: a long queue of an agent never delays a press of Go. */
const programPriority = -1

/** The owner of the key that a job is opened with, as lanes are distinguished: an added provider's own, a user's, or the operator's (null). */
export const laneOf = ({ provider, keyOwner, connectionId }: Pick<Job, 'provider' | 'keyOwner' | 'connectionId'>) => ({
  provider,
  keyOwner: connectionId ?? keyOwner,
})

/** Queues jobs in the transaction that makes their images; workers wake when it commits. */
export async function enqueueJobs(tx: Transaction, newJobs: readonly NewJob[]): Promise<void> {
  await tx
    .insert(jobs)
    .values(newJobs.map(({ madeBy, ...job }) => (madeBy === null ? job : { ...job, priority: programPriority })))
  await tx.execute(sql`select pg_notify(${jobChannel}, 'queued')`)
}

/** True while this claim of the job is in force: a worker that lost it can change nothing. */
export const holdsLease = (job: Job): SQL | undefined =>
  and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.claims, job.claims), sql`${jobs.worker} = ${job.worker}`)

const microUsd = (costUsd: number | null = null) => (costUsd === null ? null : Math.round(costUsd * 1e6))

/**
 * Ends this worker's claim of a job. Queued again, the job resumes the provider's request unless that is `over`. False when
 * another worker has the job: then the caller must roll back.
 */
export async function endJob(
  tx: Transaction,
  job: Job,
  change:
    | { state: 'done'; costUsd?: number | null }
    | { state: 'failed' | 'cancelled' }
    | { state: 'queued'; runInMs: number; tries: number; request?: 'open' | 'over'; unstoredSince?: Date },
): Promise<boolean> {
  const ended =
    change.state === 'queued'
      ? {
          tries: change.tries,
          runAt: sql`now() + ${change.runInMs} * interval '1 millisecond'`,
          ...(change.request === 'over' && { providerRequestId: null, acceptedAt: null }),
          ...(change.unstoredSince && { unstoredSince: change.unstoredSince }),
        }
      : { finishedAt: sql`now()`, ...(change.state === 'done' ? { costMicroUsd: microUsd(change.costUsd) } : {}) }
  const rows = await tx
    .update(jobs)
    .set({ state: change.state, worker: null, leaseUntil: null, ...ended })
    .where(holdsLease(job))
    .returning({ id: jobs.id })
  return rows.length === 1
}
