import { sql } from 'drizzle-orm'
import { isGuestEmail } from '#domain/account/guest.ts'
import { query } from '#server/db/sql/query.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import { countEmail } from '../../db/count-email.ts'
import type { SystemDatabase } from '../../db/database.ts'

/** When another process takes over a reminder that this one had begun to send, in seconds: after the time limit of the mail server. */
const leaseSeconds = 60
/** A reminder is given up so long after the date of its round, in hours: its news is old. */
const maxAgeHours = 24
/** Reminders that one address is sent in an hour; the others are dropped, since each of them is in the app as well. */
const maxInAnHour = 6
const everyMs = 60_000

/** A round whose date is near, as an email reports it. */
type DueRound = {
  readonly to: string
  readonly projectId: string
  readonly title: string
  readonly round: number
  readonly waiting: number
  readonly proofs: number
}

export type RoundReminderDeps = {
  readonly db: SystemDatabase
  /** Sends a reminder; null where no emails are sent. */
  readonly sendRoundEmail: ((round: DueRound) => Promise<void>) | null
}

/** Claims the round that has waited longest for its reminder; null where none is due. */
async function claimRound(db: SystemDatabase, setAside: readonly string[]): Promise<string | null> {
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`update review_rounds set remind_at = now() + ${`${leaseSeconds} seconds`}::interval
      where id = (
        select id from review_rounds where remind_at <= now()
          and id::text not in (select * from jsonb_array_elements_text(${JSON.stringify(setAside)}::jsonb))
        order by remind_at limit 1 for update skip locked)
      returning id`,
  )
  return rows[0]?.id ?? null
}

type DueRow = { email: string; project_id: string; title: string; number: number; waiting: number; proofs: number }

/** Reads what the reminder says; null where none is to be sent: all proofs decided, the link closed, or emails not wanted. */
async function readDue(db: SystemDatabase, roundId: string): Promise<DueRound | null> {
  const { rows } = await query<DueRow>(
    db,
    { email: 'string', project_id: 'string', title: 'string', number: 'number', waiting: 'number', proofs: 'number' },
    sql`select users.email, rounds.project_id, projects.title, rounds.number,
        (select count(*)::int from round_proofs where round_id = rounds.id) as proofs,
        (select count(*)::int from round_proofs proofs where round_id = rounds.id and not exists (
          select from round_decisions decisions where decisions.round_id = rounds.id and decisions.proof = proofs.number)) as waiting
      from review_rounds rounds join users on users.id = rounds.user_id and users.deleted_at is null and users.email_verified
      join projects on projects.id = rounds.project_id and projects.deleted_at is null
      join shares on shares.id = rounds.share_id and shares.revoked_at is null
      left join profiles on profiles.id = users.id
      where rounds.id = ${roundId} and rounds.closed_at is null and coalesce(profiles.emails_comments, true)
        and rounds.until > now() - ${`${maxAgeHours} hours`}::interval`,
  )
  const [row] = rows
  if (!row || row.waiting === 0 || isGuestEmail(row.email)) return null
  const { email: to, project_id: projectId, title, number: round, waiting, proofs } = row
  return { to, projectId, title, round, waiting, proofs }
}

async function remind({ db, sendRoundEmail }: RoundReminderDeps, roundId: string): Promise<void> {
  const due = await readDue(db, roundId)
  if (sendRoundEmail && due) {
    const counted = { kind: 'round', to: due.to, maxInAnHour } as const
    if (await db.transaction((tx) => countEmail(tx, counted))) await sendRoundEmail(due)
  }
  await db.execute(sql`update review_rounds set remind_at = null where id = ${roundId}`)
}

/**
 * Reminds owners by an email of rounds whose date is near and that have proofs without a decision. An email is sent before it is noted: a
 * process that is killed in between makes it come twice, and never not at all.
 */
export const roundRemindersTask = (deps: RoundReminderDeps): BackgroundTask => ({
  name: 'reminders of rounds',
  everyMs,
  async run({ items, signal }) {
    while (!signal.aborted) {
      const id = await claimRound(deps.db, items.setAside())
      if (id === null) return
      await items.attempt(id, () => remind(deps, id))
    }
  },
})
