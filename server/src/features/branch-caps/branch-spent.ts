import { sql } from 'drizzle-orm'
import type { Querier } from '../../db/database.ts'

/**
 * What a branch has cost by the ledger: a card and everything below it, in the trash or not; what was paid, and what is held.
 * In hundredths of a credit.
 */
export async function branchSpent(db: Querier, generationId: string): Promise<number> {
  const { rows } = await db.execute<{ spent: string }>(sql`
    with recursive branch as (
      select id from generations where id = ${generationId}
      union select cards.id from generations cards join branch on cards.parent_generation_id = branch.id)
    select coalesce(-sum(holds.amount), 0) as spent
    from branch join generated_images images on images.generation_id = branch.id
      join credit_entries holds on holds.image_id = images.id and holds.kind = 'hold'
    where not exists (select 1 from credit_entries ends where ends.closes = holds.id and ends.kind = 'release')`)
  return Number(rows[0]?.spent ?? 0)
}
