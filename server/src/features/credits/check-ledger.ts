import { type SQL, sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { SystemDatabase } from '../../db/database.ts'

/** A rule of the ledger, and the rows that break it. */
export type LedgerFinding = { readonly rule: string; readonly ids: readonly string[] }

/** The most ids in a finding; more would not help. */
const maxIds = 20

/** The amount that was held for each image, and the end of each hold: 'settlement', 'release', or null while it is open. */
const holds = sql`
  select holds.id, holds.image_id, holds.use_id, holds.amount, ends.kind as end_kind
  from credit_entries holds left join credit_entries ends on ends.closes = holds.id where holds.kind = 'hold'`

/** Each rule with a query that returns the id of every row that breaks it. */
const rules: readonly (readonly [rule: string, broken: SQL])[] = [
  [
    'a lot holds the sum of its entries',
    sql`select lots.id from credit_lots lots left join credit_entries entries on entries.lot_id = lots.id
      group by lots.id having lots.remaining <> coalesce(sum(entries.amount), 0)
        or lots.granted <> coalesce(sum(entries.amount) filter (where entries.kind = 'grant'), 0)`,
  ],
  [
    'the held amount of a lot equals its open holds',
    sql`select lots.id from credit_lots lots
      left join credit_entries entries on entries.lot_id = lots.id and entries.kind = 'hold'
        and not exists (select 1 from credit_entries ends where ends.closes = entries.id)
      group by lots.id having lots.held <> coalesce(-sum(entries.amount), 0)`,
  ],
  [
    'what a token or a purse has spent equals its holds that were not released, month by month',
    sql`select coalesce(summed.spender_id, spending.spender_id) as id from (
        select spender_id, date_trunc('month', entries.created_at at time zone 'utc')::date as month, -sum(entries.amount) as spent
        from credit_entries entries cross join lateral unnest(array[entries.token_id, entries.purse_id]) spender_id
        where entries.kind = 'hold' and spender_id is not null
          and not exists (select 1 from credit_entries ends where ends.closes = entries.id and ends.kind = 'release')
        group by 1, 2) summed
      full join spending on spending.spender_id = summed.spender_id and spending.month = summed.month
      where coalesce(summed.spent, 0) <> coalesce(spending.spent, 0)`,
  ],
  ['no lot is below zero', sql`select id from credit_lots where remaining < 0 or held < 0`],
  [
    'a hold is ended once at most, by what ends holds',
    sql`select holds.id from credit_entries holds join credit_entries ends on ends.closes = holds.id
      group by holds.id having count(*) > 1
        or bool_or(holds.kind <> 'hold' or ends.kind not in ('settlement', 'release') or ends.lot_id <> holds.lot_id)`,
  ],
  [
    'a settlement moves nothing, a release gives back what was held',
    sql`select ends.id from credit_entries ends left join credit_entries holds on holds.id = ends.closes
      where (ends.kind = 'settlement' and (ends.amount <> 0 or holds.id is null))
        or (ends.kind = 'release' and ends.amount is distinct from -holds.amount)`,
  ],
  [
    'an image that is there and had a price is paid',
    sql`select images.id from generated_images images where status = 'completed'
      and exists (select 1 from (${holds}) held where held.image_id = images.id)
      and not exists (select 1 from (${holds}) held where held.image_id = images.id and end_kind = 'settlement')`,
  ],
  [
    'an image that failed or was cancelled is not paid',
    sql`select images.id from generated_images images join (${holds}) held on held.image_id = images.id
      where images.status in ('failed', 'cancelled') and held.end_kind = 'settlement'`,
  ],
  [
    'nothing is held for an image that has ended, or is gone',
    sql`select held.id from (${holds}) held left join generated_images images on images.id = held.image_id
      where held.end_kind is null and held.use_id is null and (images.id is null or images.status in ('completed', 'failed', 'cancelled'))`,
  ],
  [
    'nothing is held for a call of a language model that has ended',
    sql`select held.id from (${holds}) held left join language_calls calls on calls.id = held.use_id
      where held.end_kind is null and held.use_id is not null and calls.id is null`,
  ],
]

/** Checks every account's ledger. @returns The broken rules; none where all is right. */
export async function checkLedger(db: SystemDatabase): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  for (const [rule, broken] of rules) {
    const { rows } = await query<{ id: string }>(
      db,
      { id: 'string' },
      sql`select id from (${broken}) broken limit ${maxIds}`,
    )
    if (rows.length > 0) findings.push({ rule, ids: rows.map(({ id }) => id) })
  }
  return findings
}
