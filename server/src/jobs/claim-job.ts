import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { outagesToOpen } from '#domain/generation/circuit.ts'
import type { ProviderName } from '#domain/models/providers.ts'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '../db/database.ts'
import { jobs, jobTurns } from '../db/schema/jobs.ts'
import { operatorKey } from '../db/schema/provider-lanes.ts'
import type { Job } from './job.ts'

/** A provider with room in this process, and its limit for one key over all processes; null for no limit. */
export type ProviderRoom = { readonly name: ProviderName; readonly atOncePerKey: number | null }

// Written as a literal: as a parameter it would be a different expression in each place, which breaks `group by`.
const keyOwner = sql.raw(`coalesce(jobs.connection_id, jobs.key_owner, '${operatorKey}'::uuid)`)

/** The lanes (provider and owner of the key, or the added provider) that were unreachable at their last call. */
const unreachable = sql`
  select provider, key_owner, retry_at from provider_circuits where failures >= ${outagesToOpen}`

/** The lanes that must not be called now. An unreachable provider is probed by one job alone. */
const closedLanes = sql`
  select provider, key_owner from provider_pauses where until > now()
  union all
  select room.provider, ${keyOwner} from jobs join room on room.provider = jobs.provider
  where jobs.state = 'running' and room.at_once is not null
  group by room.provider, ${keyOwner}, room.at_once having count(*) >= room.at_once
  union all
  select provider, key_owner from unreachable
  where retry_at > now() or exists (
    select 1 from jobs
    where jobs.state = 'running' and jobs.provider = unreachable.provider and ${keyOwner} = unreachable.key_owner)`

/**
 * The first job of a waiting user that may run now. Split in two, so that the index still gives the first one: a job that has
 * failed before comes last while its provider is unreachable, since the failure may be the job's own.
 */
const firstOf = (condition: SQL) => sql`
  select id, priority from jobs
  where state = 'queued' and jobs.user_id = waiting.user_id
    and run_at <= now() and provider in (select provider from room)
    and not exists (
      select 1 from closed where closed.provider = jobs.provider and closed.key_owner = ${keyOwner})
    and ${condition}
  order by priority desc, id limit 1`

const mayProbe = sql`(tries = 0 or not exists (
  select 1 from unreachable where unreachable.provider = jobs.provider and unreachable.key_owner = ${keyOwner}))`

/** The id of the job whose turn it is. */
const nextJob = (rooms: readonly ProviderRoom[], jobsPerUser: number) => sql`
  with recursive room as materialized (
    select provider, at_once::int
    from jsonb_to_recordset(${JSON.stringify(rooms.map(({ name, atOncePerKey }) => ({ provider: name, at_once: atOncePerKey })))}::jsonb)
      as list(provider text, at_once int)
  ),
  unreachable as materialized (${unreachable}),
  closed as materialized (${closedLanes}),
  waiting as (
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
  left join job_turns turns on turns.user_id = waiting.user_id
  cross join lateral (
    select id, priority, is_late from (
      (select *, false as is_late from (${firstOf(mayProbe)}) first)
      union all
      (select *, true as is_late from (${firstOf(sql`tries > 0`)}) late where exists (select 1 from unreachable))
    ) either order by is_late limit 1
  ) candidate
  where waiting.user_id is not null and busy.running < ${jobsPerUser}
  order by candidate.is_late, busy.running, turns.served_at nulls first, candidate.priority desc, candidate.id limit 1`

/** Notes that a user is served now. By the clock, not by the transaction's begin: claims that wait for each other keep their order. */
export async function noteTurn(tx: Transaction, userId: UserId): Promise<void> {
  const servedAt = sql`clock_timestamp()`
  await tx
    .insert(jobTurns)
    .values({ userId, servedAt })
    .onConflictDoUpdate({ target: jobTurns.userId, set: { servedAt } })
}

/**
 * Takes the next job: of the users who wait, the one with the fewest jobs in work, and of equals the one who was served least
 * lately, so that a provider with one slot alternates between them; of theirs, the most urgent, then the oldest. The probe of an unreachable provider prefers a job that has not failed before. Walks from user to user by index (a loose index scan), so a long queue of one user costs the others nothing.
 * @param claim.rooms The providers that have room for one more in this process.
 * @param onClaim Runs in the same transaction: what must be seen together with the claim.
 */
export function claimJob(
  db: SystemDatabase,
  claim: { worker: string; leaseSeconds: number; jobsPerUser: number; rooms: readonly ProviderRoom[] },
  onClaim: (tx: Transaction, job: Job) => Promise<void>,
): Promise<Job | null> {
  return db.transaction(async (tx) => {
    // One claim at a time over all processes: only so is a user's limit never passed.
    // A claim that a power cut undoes leaves the job queued, which is as good: its commit need not wait for the disk.
    await tx.execute(sql`
      select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${advisoryLocks.claim})`)
    const [job] = await tx
      .update(jobs)
      .set({
        state: 'running',
        worker: claim.worker,
        claims: sql`${jobs.claims} + 1`,
        leaseUntil: sql`now() + ${claim.leaseSeconds} * interval '1 second'`,
        startedAt: sql`coalesce(${jobs.startedAt}, now())`,
      })
      .where(and(eq(jobs.id, sql`(${nextJob(claim.rooms, claim.jobsPerUser)})`), eq(jobs.state, 'queued')))
      .returning()
    if (!job) return null
    await noteTurn(tx, job.userId)
    await onClaim(tx, job)
    return job
  })
}
