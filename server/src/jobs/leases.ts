import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'
import type { Job } from './job.ts'

/** How often a worker may die over one job before the job is given up: a picture that kills its worker must not go round for ever. */
const mostLostLeases = 10

/** Renews the worker's leases. Answers the jobs it still has, and of them those to be cancelled. */
export async function renewLeases(
  db: Database,
  worker: string,
  leaseSeconds: number,
): Promise<{ held: ReadonlySet<number>; cancelled: ReadonlySet<number> }> {
  // Locked in the order of their ids, as whoever cancels jobs does: neither can wait for the other.
  const ours = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'running'), eq(jobs.worker, worker)))
    .orderBy(jobs.id)
    .for('update')
  const rows = await db
    .update(jobs)
    .set({ leaseUntil: sql`now() + ${leaseSeconds} * interval '1 second'` })
    .where(inArray(jobs.id, ours))
    .returning({ id: jobs.id, cancelRequested: jobs.cancelRequested })
  return {
    held: new Set(rows.map((row) => row.id)),
    cancelled: new Set(rows.filter((row) => row.cancelRequested).map((row) => row.id)),
  }
}

/** What becomes of a job whose worker stopped renewing its lease. */
export type Abandoned = { readonly job: Job; readonly outcome: 'queued' | 'failed' | 'cancelled' }

/**
 * Takes one job whose lease has run out from its worker: cancelled if that was asked for, failed if workers keep dying over
 * it, else queued again. Null when there is none.
 * @param onAbandoned Runs in the same transaction.
 */
export function takeAbandonedJob(
  db: Database,
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
      : expired.lostLeases + 1 >= mostLostLeases
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
