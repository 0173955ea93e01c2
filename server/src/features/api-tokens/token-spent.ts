import { sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

/**
 * What each of these tokens has spent since a moment of its own, by the ledger: paid, or held for images in work. A hold that was
 * released, because its image failed or was cancelled, counts for nothing. @param sinceMs Of each token, in milliseconds since 1970.
 * @returns Hundredths of a credit of each.
 */
export async function spentByTokens(db: Querier, sinceMs: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const spent = new Map(Array.from(sinceMs.keys(), (id) => [id, 0]))
  if (spent.size === 0) return spent
  const since = `{${Array.from(sinceMs.values(), (ms) => new Date(ms).toISOString()).join(',')}}`
  const { rows } = await query<{ id: string; spent: string }>(
    db,
    { id: 'string', spent: 'string' },
    sql`
    select asked.id, -sum(hold.amount) as spent
    from unnest(${uuidArray(sinceMs.keys())}, ${since}::timestamptz[]) asked(id, since)
    join credit_entries hold on hold.token_id = asked.id and hold.kind = 'hold' and hold.created_at >= asked.since
    where not exists (select 1 from credit_entries ending where ending.closes = hold.id and ending.kind = 'release')
    group by asked.id`,
  )
  for (const row of rows) spent.set(row.id, Number(row.spent))
  return spent
}

/** The same of one token. */
export const spentByToken = async (db: Querier, tokenId: string, sinceMs: number): Promise<number> =>
  (await spentByTokens(db, new Map([[tokenId, sinceMs]]))).get(tokenId) ?? 0
