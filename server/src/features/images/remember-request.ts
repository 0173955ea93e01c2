import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { type Job, stillOurs } from '../../jobs/job.ts'

/**
 * Stores the provider's id of a request that was accepted, and since when, so that a restarted worker asks for its answer
 * instead of paying again. An id that is stored already keeps its time.
 */
export async function rememberRequest(db: Database, job: Job, providerRequestId: string): Promise<void> {
  const acceptedAt = sql`case when ${jobs.providerRequestId} = ${providerRequestId} then ${jobs.acceptedAt} else now() end`
  await db.update(jobs).set({ providerRequestId, acceptedAt }).where(stillOurs(job))
}
