import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { lockSeeds } from '#server/db/advisory-locks.ts'
import type { Transaction } from '#server/db/database.ts'

/** One change of the counts or the names of a user at a time: two at once would both find room, or a name free. */
export async function lockWords(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, ${lockSeeds.words}))`)
}
