import { sql } from 'drizzle-orm'
import type { Querier } from '../db/database.ts'

/** The number of the user's newest event; 0 when none is kept. */
export async function latestSeq(db: Querier, userId: string): Promise<number> {
  const result = await db.execute<{ seq: string }>(
    sql`select coalesce(max(seq), 0) as seq from events where user_id = ${userId}`,
  )
  return Number(result.rows[0]?.seq ?? 0)
}
