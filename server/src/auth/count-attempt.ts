import { eq, lt, sql } from 'drizzle-orm'
import type { SystemDatabase } from '../db/database.ts'
import { sweepOf } from '../db/remove-rows.ts'
import { attemptCounts } from '../db/schema/sign-in.ts'

/**
 * Counts one more under a key, over all processes. In a table of its own: better-auth deletes the rows of its own table that are
 * older than its longest window, a minute.
 * @returns How many there are within the window, this one included; the window begins with its first one.
 */
export async function countAttempt(db: SystemDatabase, key: string, windowMs: number): Promise<number> {
  const isOver = sql`${attemptCounts.endsAt} <= now()`
  const endsAt = sql`now() + ${windowMs} * interval '1 millisecond'`
  const [row] = await db
    .insert(attemptCounts)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: attemptCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attemptCounts.count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${attemptCounts.endsAt} end`,
      },
    })
    .returning({ count: attemptCounts.count })
  return row?.count ?? 1
}

/** Takes one back that came to nothing. */
export async function takeBackAttempt(db: SystemDatabase, key: string): Promise<void> {
  await db
    .update(attemptCounts)
    .set({ count: sql`greatest(${attemptCounts.count} - 1, 0)` })
    .where(eq(attemptCounts.key, key))
}

/** Removes the counts whose window is over. */
export const sweepAttempts = sweepOf({ table: attemptCounts, where: lt(attemptCounts.endsAt, sql`now()`) })
