import { type SQL, sql } from 'drizzle-orm'
import type { Querier } from '../db/database.ts'

/**
 * The number of the user's newest event; 0 when none is kept. Asked for as a range of the index by person and number: of "equal
 * to" PostgreSQL may think that everybody's numbers, from the newest down, come to one of this person's soon, and walks through
 * all of them for somebody who rests on a busy server.
 */
export const newestSeq = (userId: string): SQL => sql`coalesce((
  select seq from events where user_id >= ${userId}::uuid and user_id <= ${userId}::uuid
  order by user_id desc, seq desc limit 1), 0)`

/** The same, read. */
export async function latestSeq(db: Querier, userId: string): Promise<number> {
  const { rows } = await db.execute<{ seq: string }>(sql`select ${newestSeq(userId)} as seq`)
  return Number(rows[0]?.seq ?? 0)
}
