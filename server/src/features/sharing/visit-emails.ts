import { and, eq, sql } from 'drizzle-orm'
import { isGuestEmail } from '#domain/account/guest.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { visitEmails } from '../../db/schema/shares.ts'

/** A visit ends when the reviewer has not commented for so long, in minutes. */
const quietMinutes = 10
/** When another process takes over an email that this one had begun to send, in seconds: after the time limit of the mail server. */
const leaseSeconds = 60
/** An email that the mail server has refused for so long is given up, in hours after the visit began: its news is old. */
const maxAgeHours = 24
/** Comments that an email quotes. */
const maxQuoted = 20
const everyMs = 15_000

/** Begins the visit of a reviewer who has commented, or lets the one that goes on end later. */
export async function extendVisit(
  tx: Transaction,
  { visitorId, userId }: { readonly visitorId: string; readonly userId: UserId },
): Promise<void> {
  const dueAt = sql`now() + ${`${quietMinutes} minutes`}::interval`
  await tx
    .insert(visitEmails)
    .values({ visitorId, userId, since: sql`now()`, dueAt })
    .onConflictDoUpdate({ target: visitEmails.visitorId, set: { dueAt } })
}

/** A visit of a reviewer who commented, as an email reports it. */
type ReportedVisit = {
  /** The email of the owner. */
  readonly to: string
  readonly projectId: string
  readonly title: string
  readonly author: string
  /** The comments, oldest first, and the number of those that are left out. */
  readonly texts: readonly string[]
  readonly more: number
}

export type VisitEmailDeps = {
  readonly db: SystemDatabase
  /** Sends the email about a visit; null where no emails are sent. */
  readonly sendVisitEmail: ((visit: ReportedVisit) => Promise<void>) | null
}

type Claimed = { visitor_id: string; since: string; due_at: string }

/** Claims a visit that has ended: no other process sends its email before the lease ends. */
async function claimVisit(db: SystemDatabase, setAside: readonly string[]): Promise<Claimed | null> {
  const { rows } = await query<Claimed>(
    db,
    { visitor_id: 'string', since: 'string', due_at: 'string' },
    sql`update visit_emails set due_at = now() + ${`${leaseSeconds} seconds`}::interval
      where visitor_id = (
        select visitor_id from visit_emails
        where due_at <= now() and visitor_id::text not in (select * from jsonb_array_elements_text(${JSON.stringify(setAside)}::jsonb))
        order by due_at limit 1 for update skip locked)
      returning visitor_id, since, due_at`,
  )
  return rows[0] ?? null
}

type VisitRow = { email: string; project_id: string; title: string; author: string; texts: string[]; newest: string }

/** What the email about a visit says; null where nothing is to be sent: comments removed, the project deleted, emails not wanted. */
async function readVisit(db: SystemDatabase, { visitor_id: visitorId, since }: Claimed): Promise<VisitRow | null> {
  const { rows } = await query<VisitRow>(
    db,
    { email: 'string', project_id: 'string', title: 'string', author: 'string', texts: 'json', newest: 'string' },
    sql`select users.email, projects.id as project_id, projects.title, visitors.name as author,
        json_agg(comments.text order by comments.created_at, comments.id) as texts, max(comments.created_at) as newest
      from share_visitors visitors
      join share_comments comments on comments.visitor_id = visitors.id and comments.created_at >= ${since}
      join projects on projects.id = comments.project_id and projects.deleted_at is null
      join users on users.id = visitors.user_id and users.deleted_at is null
      left join profiles on profiles.id = users.id
      where visitors.id = ${visitorId} and coalesce(profiles.emails_comments, true)
      group by users.email, projects.id, projects.title, visitors.name`,
  )
  const [visit] = rows
  return visit && !isGuestEmail(visit.email) ? visit : null
}

/**
 * Ends a visit whose email has left. A reviewer who has commented meanwhile has begun another one.
 * @param newest The time of the last comment in the email; null: there was none.
 */
async function endVisit(db: SystemDatabase, { visitor_id, due_at }: Claimed, newest: string | null): Promise<void> {
  const isOurs = and(eq(visitEmails.visitorId, visitor_id), sql`${visitEmails.dueAt} = ${due_at}`)
  const ended = await db.delete(visitEmails).where(isOurs).returning({ id: visitEmails.visitorId })
  if (ended.length > 0 || newest === null) return
  await db
    .update(visitEmails)
    .set({ since: sql`${newest}::timestamptz + interval '1 millisecond'` })
    .where(eq(visitEmails.visitorId, visitor_id))
}

async function sendVisit({ db, sendVisitEmail }: VisitEmailDeps, claimed: Claimed): Promise<void> {
  const visit = await readVisit(db, claimed)
  const isOld = Date.now() - new Date(claimed.since).getTime() > maxAgeHours * 3_600_000
  if (sendVisitEmail && visit && !isOld)
    await sendVisitEmail({
      to: visit.email,
      projectId: visit.project_id,
      title: visit.title,
      author: visit.author,
      texts: visit.texts.slice(0, maxQuoted),
      more: Math.max(0, visit.texts.length - maxQuoted),
    })
  await endVisit(db, claimed, visit?.newest ?? null)
}

/**
 * Sends the owner of a link one email about each visit in which a reviewer commented. An email is sent before its row is removed: a
 * process that is killed in between makes it come twice, and never not at all.
 */
export const visitEmailsTask = (deps: VisitEmailDeps): BackgroundTask => ({
  name: 'emails about visits',
  everyMs,
  async run({ items, signal }) {
    while (!signal.aborted) {
      const claimed = await claimVisit(deps.db, items.setAside())
      if (!claimed) return
      await items.attempt(claimed.visitor_id, () => sendVisit(deps, claimed))
    }
  },
})
