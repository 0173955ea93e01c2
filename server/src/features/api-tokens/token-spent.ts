import { sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

/**
 * Spending of each of these tokens since a moment of its own: paid, or held for images in work. A hold that was released,
 * because its image failed or was cancelled, counts for nothing. Kept by the ledger in `spending`, month by month.
 * @param sinceMs Of each token, the beginning of a month (UTC) in milliseconds since 1970.
 * @returns Hundredths of a credit of each.
 */
export async function spentByTokens(db: Querier, sinceMs: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const spent = new Map(Array.from(sinceMs.keys(), (id) => [id, 0]))
  if (spent.size === 0) return spent
  const since = `{${Array.from(sinceMs.values(), (ms) => new Date(ms).toISOString().slice(0, 10)).join(',')}}`
  const { rows } = await query<{ id: string; spent: string }>(
    db,
    { id: 'string', spent: 'string' },
    sql`
    select asked.id, sum(spending.spent) as spent
    from unnest(${uuidArray(sinceMs.keys())}, ${since}::date[]) asked(id, since)
    join spending on spending.spender_id = asked.id and spending.month >= asked.since
    group by asked.id`,
  )
  for (const row of rows) spent.set(row.id, Number(row.spent))
  return spent
}

/** The same of one token. */
export const spentByToken = async (db: Querier, tokenId: string, sinceMs: number): Promise<number> =>
  (await spentByTokens(db, new Map([[tokenId, sinceMs]]))).get(tokenId) ?? 0
