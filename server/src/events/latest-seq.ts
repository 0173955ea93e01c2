import { type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../db/database.ts'

/**
 * The number of the user's newest event; 0 when none is kept. Written as a range over the index by user and number:
 * with "equal to" PostgreSQL may expect the user's rows soon in the index of all numbers, from the newest down, and
 * scans every event of a busy server for an inactive user.
 */
export const newestSeq = (userId: UserId): SQL => sql`coalesce((
  select seq from events where user_id >= ${userId}::uuid and user_id <= ${userId}::uuid
  order by user_id desc, seq desc limit 1), 0)`

/** The same number, read from the database. */
export async function latestSeq(db: Querier, userId: UserId): Promise<number> {
  const { rows } = await query<{ seq: string }>(db, { seq: 'string' }, sql`select ${newestSeq(userId)} as seq`)
  return Number(rows[0]?.seq ?? 0)
}
