import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ProviderName } from '#domain/models/model.ts'
import type { Database, Transaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'
import type { Job } from './job.ts'

/** One claim at a time over all processes: only so is a user's limit never passed. */
const claimLock = 7_253_002

/** The id of the job whose turn it is. */
const nextJob = (providers: SQL, jobsPerUser: number) => sql`
  with recursive waiting as (
    (select user_id from jobs where state = 'queued' order by user_id limit 1)
    union all
    select (select later.user_id from jobs later
            where later.state = 'queued' and later.user_id > waiting.user_id
            order by later.user_id limit 1)
    from waiting where waiting.user_id is not null
  )
  select candidate.id from waiting
  cross join lateral (
    select count(*) as running from jobs where state = 'running' and jobs.user_id = waiting.user_id
  ) busy
  cross join lateral (
    select id, priority from jobs
    where state = 'queued' and jobs.user_id = waiting.user_id
      and run_at <= now() and provider = any(${providers})
    order by priority desc, id limit 1
  ) candidate
  where waiting.user_id is not null and busy.running < ${jobsPerUser}
  order by busy.running, candidate.priority desc, candidate.id limit 1`

/**
 * Takes the next job: of the users who wait, the one with the fewest jobs in work; of theirs, the most urgent, then the
 * oldest. Walks from user to user by index (a loose index scan), so a long queue of one user costs the others nothing.
 * @param claim.providers Those that have room for one more in this process.
 * @param onClaim Runs in the same transaction: what must be seen together with the claim.
 */
export function claimJob(
  db: Database,
  claim: { worker: string; leaseSeconds: number; jobsPerUser: number; providers: readonly ProviderName[] },
  onClaim: (tx: Transaction, job: Job) => Promise<void>,
): Promise<Job | null> {
  const providers = sql`array[${sql.join(
    claim.providers.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`
  return db.transaction(async (tx) => {
    // A claim that a power cut undoes leaves the job queued, which is as good: its commit need not wait for the disk.
    await tx.execute(sql`
      select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${claimLock})`)
    const [job] = await tx
      .update(jobs)
      .set({
        state: 'running',
        worker: claim.worker,
        claims: sql`${jobs.claims} + 1`,
        leaseUntil: sql`now() + ${claim.leaseSeconds} * interval '1 second'`,
        startedAt: sql`coalesce(${jobs.startedAt}, now())`,
      })
      .where(and(eq(jobs.id, sql`(${nextJob(providers, claim.jobsPerUser)})`), eq(jobs.state, 'queued')))
      .returning()
    if (!job) return null
    await onClaim(tx, job)
    return job
  })
}
