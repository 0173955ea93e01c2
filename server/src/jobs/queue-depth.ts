import { count, inArray } from 'drizzle-orm'
import type { SystemDatabase } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'

/** Number of jobs that wait and that run, by their state; a state without a job is left out. */
export async function queueDepth(db: SystemDatabase): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .select({ state: jobs.state, jobs: count() })
    .from(jobs)
    .where(inArray(jobs.state, ['queued', 'running']))
    .groupBy(jobs.state)
  return Object.fromEntries(rows.map((row) => [row.state, row.jobs]))
}
