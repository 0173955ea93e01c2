import { sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'

/**
 * What a token has spent since a moment, by the ledger: paid, or held for images in work. A hold that was released, because its
 * image failed or was cancelled, counts for nothing. @param sinceMs Milliseconds since 1970. @returns Hundredths of a credit.
 */
export async function spentByToken(db: Querier, tokenId: string, sinceMs: number): Promise<number> {
  const { rows } = await query<{ spent: string }>(
    db,
    { spent: 'string' },
    sql`
    select coalesce(-sum(hold.amount), 0) as spent from credit_entries hold
    where hold.token_id = ${tokenId} and hold.kind = 'hold' and hold.created_at >= ${new Date(sinceMs).toISOString()}::timestamptz
      and not exists (select 1 from credit_entries ending where ending.closes = hold.id and ending.kind = 'release')`,
  )
  return Number(rows[0]?.spent ?? 0)
}
