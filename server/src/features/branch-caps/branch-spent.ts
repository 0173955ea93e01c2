import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { idsOf, readHiddenCards } from '#server/cards/hidden-cards.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

type Row = { capped: string; spent: string; inner: string[] }

/**
 * Sums the costs of capped branches by the ledger: each with all cards below its first one, in the trash or not;
 * captured and held. One statement for all of them, which visits each card once: the walk from a capped card ends at
 * the next capped card below it, and the sums of nested branches are added up here. The `offset 0` makes the planner
 * look up the children of each card by their index; it would read the whole table for each step of a long chain instead
 * (1,500 cards below one cap: 800 ms). @param capped The first cards of the branches, at least those of all caps above
 * the card in question. @returns Hundredths of a credit by the id of the first card.
 */
export async function spentOfBranches(db: Querier, capped: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (capped.length === 0) return new Map()
  const ids = uuidArray(capped)
  const { rows } = await query<Row>(
    db,
    { capped: 'string', spent: 'string', inner: 'array' },
    sql`
    with recursive walk as (
      select id, id as capped, false as is_inner from unnest(${ids}) as id
      union all
      select cards.id, walk.capped, cards.id = any(${ids}) from walk
      cross join lateral (select id from generations where parent_generation_id = walk.id offset 0) cards
      where not walk.is_inner)
    select capped,
      coalesce(array_agg(distinct walk.id::text) filter (where is_inner), '{}') as inner,
      coalesce(-sum(holds.amount) filter (where not is_inner), 0) as spent
    from walk left join generated_images images on images.generation_id = walk.id and not is_inner
      left join credit_entries holds on holds.image_id = images.id and holds.kind = 'hold'
        and not exists (select 1 from credit_entries ends where ends.closes = holds.id and ends.kind = 'release')
    group by capped`,
  )
  const parts = new Map(rows.map((row) => [row.capped, row]))
  const totals = new Map<string, number>()
  const totalOf = (id: string): number => {
    const known = totals.get(id)
    if (known !== undefined) return known
    const part = parts.get(id)
    const total = (part?.inner ?? []).reduce((sum, each) => sum + totalOf(each), Number(part?.spent ?? 0))
    totals.set(id, total)
    return total
  }
  for (const id of capped) totalOf(id)
  return totals
}

/** Those of the capped branches that contain a card whose model a race hides: their sums would reveal it. */
export async function branchesWithHidden(
  db: Querier,
  whose: { readonly userId: UserId; readonly projectId: string },
  capped: readonly string[],
): Promise<ReadonlySet<string>> {
  const hidden = capped.length === 0 ? null : await readHiddenCards(db, whose)
  if (!hidden || hidden.size === 0) return new Set()
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`
    with recursive above as (
      select id, parent_generation_id from generations where id = any(${idsOf(hidden)})
      union
      select parent.id, parent.parent_generation_id
      from above join generations parent on parent.id = above.parent_generation_id)
    select id from above where id = any(${uuidArray(capped)})`,
  )
  return new Set(rows.map(({ id }) => id))
}
