import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'
import { type Job, jobChannel, stillOurs } from './job.ts'

/** Gives a job back unfinished, because this process stops: another worker, or this one's next start, takes it at once. */
export function releaseJob(
  db: Database,
  job: Job,
  onReleased: (tx: Transaction, job: Job) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(jobs)
      .set({ state: 'queued', worker: null, leaseUntil: null })
      .where(stillOurs(job))
      .returning({ id: jobs.id })
    if (rows.length === 0) return
    await tx.execute(sql`select pg_notify(${jobChannel}, 'queued')`)
    await onReleased(tx, job)
  })
}
