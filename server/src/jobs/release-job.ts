import { sql } from 'drizzle-orm'
import type { SystemDatabase, Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'
import { holdsLease, type Job, jobChannel } from './job.ts'

/** Releases an unfinished job because this process stops: another worker, or the next start of this one, takes it at once. */
export function releaseJob(
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
