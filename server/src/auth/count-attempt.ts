import { sql } from 'drizzle-orm'
import type { SystemDatabase } from '../db/database.ts'
import { rateLimits } from '../db/schema/accounts.ts'

/**
 * Counts one more under a key, over all processes.
 * @returns How many there are within the window, this one included; the window begins with its first one.
 */
export async function countAttempt(db: SystemDatabase, key: string, windowMs: number): Promise<number> {
  const now = Date.now()
  const isOver = sql`${rateLimits.lastRequest} < ${now - windowMs}`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, lastRequest: now })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${isOver} then ${now}::bigint else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count })
  return row?.count ?? 1
}
