import type { Database } from '../../db/database.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { type Job, stillOurs } from '../../jobs/job.ts'

/** Stores the provider's id of a request that was accepted, so that a restarted worker asks for its answer instead of paying again. */
export async function rememberRequest(db: Database, job: Job, providerRequestId: string): Promise<void> {
  await db.update(jobs).set({ providerRequestId }).where(stillOurs(job))
}
