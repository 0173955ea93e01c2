import { type SQL, sql } from 'drizzle-orm'
import type { RoundShape } from '#contract/sharing/round.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, UserDatabase } from '../../db/database.ts'
import { noteFeedbackChanged } from '../sharing/feedback-version.ts'
import { readRounds } from './round-rows.ts'

const notFound = failure({ code: 'not-found' as const })

/** The project of a link of the user, also of one that has ended: its decisions stay. Null where it is another user's. */
async function findProjectOf(db: Querier, userId: UserId, { shareId, lock }: { shareId: string; lock: SQL }) {
  const { rows } = await query<{ project_id: string }>(
    db,
    { project_id: 'string' },
    sql`select project_id from shares where id = ${shareId} and user_id = ${userId} ${lock}`,
  )
  return rows[0]?.project_id ?? null
}

/** The rounds of a link with what was decided, also after it has ended. */
export async function listRounds(
  db: UserDatabase,
  { userId, shareId }: { readonly userId: UserId; readonly shareId: string },
): AsyncResult<RoundShape[]> {
  return db.transaction(
    async (tx) => {
      if ((await findProjectOf(tx, userId, { shareId, lock: sql`` })) === null) return notFound
      return success(await readRounds(tx, sql`rounds.share_id = ${shareId} and rounds.user_id = ${userId}`))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The newest rounds of all links of a project. The caller has checked that the project is the user's. */
export const listProjectRounds = (db: UserDatabase, userId: UserId, projectId: string): Promise<RoundShape[]> =>
  db.transaction((tx) => readRounds(tx, sql`rounds.project_id = ${projectId} and rounds.user_id = ${userId}`), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

type CloseInput = { readonly userId: UserId; readonly shareId: string; readonly number: number }

/** Closes a round for good; one that is closed stays as it is. */
export function closeRound(db: UserDatabase, { userId, shareId, number }: CloseInput): AsyncResult<RoundShape> {
  return refusableTransaction<RoundShape>(db, async (tx) => {
    // Decisions lock the link as well: none is made while its round is closed.
    const projectId = await findProjectOf(tx, userId, { shareId, lock: sql`for no key update` })
    if (projectId === null) return notFound
    const closed = await tx.execute(sql`
      update review_rounds set closed_at = now(), remind_at = null
      where share_id = ${shareId} and number = ${number} and user_id = ${userId} and closed_at is null returning id`)
    const which = sql`rounds.share_id = ${shareId} and rounds.number = ${number} and rounds.user_id = ${userId}`
    const [round] = await readRounds(tx, which)
    if (!round) return notFound
    if (closed.rows.length > 0) await noteFeedbackChanged(tx, { id: shareId, userId, projectId })
    return success(round)
  })
}
