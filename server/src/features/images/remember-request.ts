import { sql } from 'drizzle-orm'
import type { SystemDatabase } from '../../db/database.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { holdsLease, type Job } from '../../jobs/job.ts'

/**
 * Stores the id of a request that the provider accepted, and the time, so that a restarted worker fetches its result instead of
 * paying again. An id that is stored already keeps its time.
 */
export async function rememberRequest(db: SystemDatabase, job: Job, providerRequestId: string): Promise<void> {
  const acceptedAt = sql`case when ${jobs.providerRequestId} = ${providerRequestId} then ${jobs.acceptedAt} else now() end`
  await db.update(jobs).set({ providerRequestId, acceptedAt }).where(holdsLease(job))
}
