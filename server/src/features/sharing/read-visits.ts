import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'

/** Comments that an email quotes. */
const maxQuoted = 20
/** Characters that are read of a quoted comment: more than the email has, so that it can tell that something is left out. */
const maxRead = 301
/** Projects that an email links to. */
const maxProjects = 10

/** The comments and decisions of visits, as an email reports them. */
export type ToldVisits = {
  /** The email of the owner, which was proven. */
  readonly to: string
  /** The first comments and decisions, oldest first, each with the title of its project. */
  readonly quotes: readonly {
    readonly author: string
    readonly text: string
    readonly title: string
    readonly kind: 'comment' | 'decision'
  }[]
  /** The number of comments that are not quoted. */
  readonly more: number
  /** The projects that were commented on, in the order of their first comments. */
  readonly projects: readonly { readonly id: string; readonly title: string }[]
  /** The time of the last comment. */
  readonly newest: Date
}

type ToldRow = {
  email: string
  count: number
  newest: string | null
  quotes: ToldVisits['quotes']
  projects: ToldVisits['projects']
}

/**
 * Reads the content of the email about visits to one owner; null where nothing is to be sent: comments removed, projects deleted, emails not
 * wanted, or an address that was never proven, which may be another person's.
 */
export async function readVisits(
  db: SystemDatabase,
  { userId, visits }: { readonly userId: UserId; readonly visits: readonly object[] },
): Promise<ToldVisits | null> {
  const { rows } = await query<ToldRow>(
    db,
    { email: 'string', count: 'number', newest: 'string', quotes: 'json', projects: 'json' },
    sql`
    with visit as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as visit("visitorId" uuid, since timestamptz)
    ), told as materialized (
      select comments.id, comments.created_at, comments.project_id, visitors.name as author, projects.title,
        left(comments.text, ${maxRead}) as text, 'comment' as kind
      from visit join share_visitors visitors on visitors.id = visit."visitorId"
      join share_comments comments on comments.visitor_id = visitors.id and comments.created_at >= visit.since
      join projects on projects.id = comments.project_id and projects.deleted_at is null
      union all
      select rounds.id, decisions.decided_at, rounds.project_id, visitors.name, projects.title,
        left(case decisions.decision when 'approve' then 'Approved' else 'Asked for changes to' end
          || ' proof ' || decisions.proof || ' of round ' || rounds.number || coalesce(': ' || decisions.words, '.'), ${maxRead}),
        'decision'
      from visit join share_visitors visitors on visitors.id = visit."visitorId"
      join round_decisions decisions on decisions.visitor_id = visitors.id and decisions.decided_at >= visit.since
      join review_rounds rounds on rounds.id = decisions.round_id
      join projects on projects.id = rounds.project_id and projects.deleted_at is null
    )
    select users.email, (select count(*)::int from told) as count, (select max(created_at) from told) as newest,
      (select coalesce(json_agg(quote), '[]') from (
        select author, text, title, kind from told order by created_at, id limit ${maxQuoted}) as quote) as quotes,
      (select coalesce(json_agg(project), '[]') from (
        select project_id as id, title from told group by project_id, title order by min(created_at) limit ${maxProjects}
      ) as project) as projects
    from users left join profiles on profiles.id = users.id
    where users.id = ${userId} and users.deleted_at is null and users.email_verified
      and coalesce(profiles.emails_comments, true)`,
  )
  const [row] = rows
  if (!row || row.newest === null) return null
  const { email: to, count, quotes, projects } = row
  return { to, quotes, more: Math.max(0, count - quotes.length), projects, newest: new Date(row.newest) }
}
