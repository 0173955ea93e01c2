import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SystemDatabase, Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'
import type { Job } from './job.ts'

/**
 * The number of leases of a job that may expire before the job is marked failed: a picture that kills its worker must not be retried for
 * ever.
 */
const maxLostLeases = 10

/**
 * Renews the leases of a worker's running jobs. Answers those of them that it still holds, and those to be canceled. Only the
 * jobs named are renewed: one that the worker released must expire, and one that it claims meanwhile is not missed.
 */
export async function renewLeases(
  db: SystemDatabase,
  worker: { id: string; leaseSeconds: number },
  jobIds: readonly number[],
): Promise<{ held: ReadonlySet<number>; cancelled: ReadonlySet<number> }> {
  // Locks in the order of ids, as canceling jobs does, so that the two can't deadlock.
  const ours = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, [...jobIds]), eq(jobs.state, 'running'), eq(jobs.worker, worker.id)))
    .orderBy(jobs.id)
    .for('update')
  const rows = await db
    .update(jobs)
    .set({ leaseUntil: sql`now() + ${worker.leaseSeconds} * interval '1 second'` })
    .where(inArray(jobs.id, ours))
    .returning({ id: jobs.id, cancelRequested: jobs.cancelRequested })
  return {
    held: new Set(rows.map((row) => row.id)),
    cancelled: new Set(rows.filter((row) => row.cancelRequested).map((row) => row.id)),
  }
}

/** The outcome of a job whose worker stopped renewing its lease. */
export type Abandoned = { readonly job: Job; readonly outcome: 'queued' | 'failed' | 'cancelled' }

/**
 * Takes over one job whose lease has expired: canceled if that was requested, failed if workers keep dying over it, else queued
 * again. Null when there is none. @param onAbandoned Runs in the same transaction.
 */
export function reclaimAbandonedJob(
  db: SystemDatabase,
  onAbandoned: (tx: Transaction, abandoned: Abandoned) => Promise<void>,
): Promise<Abandoned | null> {
  return db.transaction(async (tx) => {
    const [expired] = await tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.state, 'running'), sql`${jobs.leaseUntil} < now()`))
      .orderBy(jobs.leaseUntil)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!expired) return null
    const outcome = expired.cancelRequested
      ? 'cancelled'
      : expired.lostLeases + 1 >= maxLostLeases
        ? 'failed'
        : 'queued'
    await tx
      .update(jobs)
      .set({
        state: outcome,
        worker: null,
        leaseUntil: null,
        lostLeases: expired.lostLeases + 1,
        finishedAt: outcome === 'queued' ? null : sql`now()`,
      })
      .where(eq(jobs.id, expired.id))
    const abandoned = { job: expired, outcome } as const
    await onAbandoned(tx, abandoned)
    return abandoned
  })
}
