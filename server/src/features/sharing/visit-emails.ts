import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isGuestEmail } from '#domain/account/guest.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import { countEmail } from '../../db/count-email.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { visitEmails } from '../../db/schema/shares.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { readVisits, type ToldVisits } from './read-visits.ts'

/** A visit ends when the reviewer has not commented for so long, in minutes. */
const quietMinutes = 10
/** A visit ends after so long in any case, in minutes. */
const maxVisitMinutes = 60
/** When another process takes over an email that this one had begun to send, in seconds: after the time limit of the mail server. */
const leaseSeconds = 60
/** An email that the mail server has refused for so long is given up, in hours after its last comment: its news is old. */
const maxAgeHours = 24
/** Emails about visits that one address is sent in an hour. */
const maxInAnHour = 6
/** When an email that would be one too many is tried again, in minutes. */
const postponeMinutes = 10
const everyMs = 15_000

const minutes = (count: number) => sql`${`${count} minutes`}::interval`

/** Begins the visit of a reviewer who has commented, or lets the one that goes on end later. */
export async function extendVisit(
  tx: Transaction,
  { visitorId, userId }: { readonly visitorId: string; readonly userId: UserId },
): Promise<void> {
  const { since, dueAt, continuedAt } = visitEmails
  const quietAt = sql`now() + ${minutes(quietMinutes)}`
  await tx
    .insert(visitEmails)
    .values({ visitorId, userId, since: sql`now()`, dueAt: quietAt })
    .onConflictDoUpdate({
      target: visitEmails.visitorId,
      set: {
        // A transaction that began earlier may come later.
        since: sql`least(${since}, now())`,
        // No earlier than it is due: a process may be sending the email.
        dueAt: sql`least(${quietAt}, greatest(${since} + ${minutes(maxVisitMinutes)}, ${dueAt}))`,
        continuedAt: sql`least(${continuedAt}, now())`,
      },
    })
}

export type VisitEmailDeps = {
  readonly db: SystemDatabase
  /** Sends the email about visits; null where no emails are sent. */
  readonly sendVisitEmail: ((visits: Omit<ToldVisits, 'newest'>) => Promise<void>) | null
}

/** The visits to one owner that have ended, with the time until which no other process sends their email. */
type Claimed = {
  readonly userId: UserId
  readonly dueAt: string
  readonly visits: readonly { readonly visitorId: string; readonly since: string }[]
}

/**
 * Claims the visits that have ended of the owner who has waited longest. The email takes all of them, so that an owner with many
 * visits waits again behind all others.
 */
function claimVisits(db: SystemDatabase, setAside: readonly string[]): Promise<Claimed | null> {
  return db.transaction(async (tx) => {
    // One process at a time: two would lock the rows of one owner in different orders.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claim', ${lockSeeds.visitEmails}))`)
    const { rows } = await query<{ visitor_id: string; user_id: UserId; since: string; due_at: string }>(
      tx,
      { visitor_id: 'string', user_id: 'string', since: 'string', due_at: 'string' },
      sql`
      update visit_emails set due_at = now() + ${`${leaseSeconds} seconds`}::interval, continued_at = null
      where due_at <= now() and user_id = (
        select user_id from visit_emails
        where due_at <= now() and user_id::text not in (select * from jsonb_array_elements_text(${JSON.stringify(setAside)}::jsonb))
        order by due_at limit 1)
      returning visitor_id, user_id, since, due_at`,
    )
    const [first] = rows
    if (!first) return null
    const visits = rows.map((row) => ({ visitorId: row.visitor_id, since: row.since }))
    return { userId: first.user_id, dueAt: first.due_at, visits }
  })
}

/** The rows of claimed visits that no later process has claimed. */
const isClaimed = ({ userId, dueAt }: Claimed) =>
  and(eq(visitEmails.userId, userId), sql`${visitEmails.dueAt} = ${dueAt}`)

/** Ends visits whose email has left. A reviewer who has commented meanwhile has begun another one. */
function endVisits(db: SystemDatabase, claimed: Claimed): Promise<void> {
  const ids = uuidArray(claimed.visits.map(({ visitorId }) => visitorId))
  return db.transaction(async (tx) => {
    await tx.delete(visitEmails).where(and(isClaimed(claimed), isNull(visitEmails.continuedAt)))
    await tx
      .update(visitEmails)
      .set({ since: sql`${visitEmails.continuedAt}`, continuedAt: null })
      .where(and(sql`${visitEmails.visitorId} = any(${ids})`, isNotNull(visitEmails.continuedAt)))
  })
}

/** Lets visits wait for the hour in which their owner can be sent another email. */
async function postponeVisits(db: SystemDatabase, claimed: Claimed): Promise<void> {
  await db
    .update(visitEmails)
    .set({ dueAt: sql`now() + ${minutes(postponeMinutes)}` })
    .where(isClaimed(claimed))
}

async function sendVisits({ db, sendVisitEmail }: VisitEmailDeps, claimed: Claimed): Promise<void> {
  const told = await readVisits(db, claimed)
  const isToSend = told && !isGuestEmail(told.to) && Date.now() - told.newest.getTime() <= maxAgeHours * 3_600_000
  if (sendVisitEmail && isToSend) {
    const { newest: _newest, ...email } = told
    const counted = { kind: 'comments', to: email.to, maxInAnHour } as const
    if (!(await db.transaction((tx) => countEmail(tx, counted)))) return postponeVisits(db, claimed)
    await sendVisitEmail(email)
  }
  await endVisits(db, claimed)
}

/**
 * Sends the owner of links one email about the visits in which reviewers commented. An email is sent before its rows are removed: a
 * process that is killed in between makes it come twice, and never not at all.
 */
export const visitEmailsTask = (deps: VisitEmailDeps): BackgroundTask => ({
  name: 'emails about visits',
  everyMs,
  async run({ items, signal }) {
    while (!signal.aborted) {
      const claimed = await claimVisits(deps.db, items.setAside())
      if (!claimed) return
      await items.attempt(claimed.userId, () => sendVisits(deps, claimed))
    }
  },
})
