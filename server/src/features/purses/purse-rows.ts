import { type SQL, sql } from 'drizzle-orm'
import type { PurseShape } from '#contract/programs/purse.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import type { NewEvent } from '../../events/append-events.ts'

/**
 * Spending of a purse: paid, or held for images in work. Kept by the ledger, which takes back what a failed or canceled image
 * held. An expression, in hundredths of a credit.
 */
const spentOfPurse = (purseId: SQL): SQL => sql`(
  select coalesce(sum(spending.spent), 0) from spending where spending.spender_id = ${purseId})`

/** A row of `purses` as a `PurseShape`. An expression. */
const purseJson = sql`json_build_object('id', purses.id, 'projectId', purses.project_id, 'name', purses.name,
  'x', purses.x, 'y', purses.y, 'width', purses.width, 'height', purses.height, 'most', purses.most,
  'spent', ${spentOfPurse(sql`purses.id`)},
  'state', case when purses.ended_at is not null then 'ended' when purses.paused_at is not null then 'paused' else 'open' end,
  'missing', purses.missing,
  'token', (select json_build_object('id', bound.id, 'name', bound.name, 'prefix', bound.prefix) from api_tokens bound
    where bound.purse_id = purses.id and bound.revoked_at is null and bound.kind = 'program' order by bound.created_at desc limit 1),
  'createdAt', to_char(purses.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** The purses of a project, oldest first. */
export async function readPurses(db: Querier, projectId: string): Promise<PurseShape[]> {
  const { rows } = await query<{ purses: PurseShape[] }>(
    db,
    { purses: 'json' },
    sql`select coalesce(json_agg(${purseJson} order by purses.created_at, purses.id), '[]'::json) as purses
      from purses where purses.project_id = ${projectId} and purses.removed_at is null`,
  )
  return rows[0]?.purses ?? []
}

/** One purse of a user whose project is not in the trash; null where there is none. */
export async function findPurse(db: Querier, userId: UserId, purseId: string): Promise<PurseShape | null> {
  const { rows } = await query<{ purse: PurseShape }>(
    db,
    { purse: 'json' },
    sql`select ${purseJson} as purse from purses join projects on projects.id = purses.project_id
      where purses.id = ${purseId} and purses.user_id = ${userId} and projects.deleted_at is null and purses.removed_at is null`,
  )
  return rows[0]?.purse ?? null
}

/** The events with purses as they are now; none of those that are gone. */
export async function pursesChanged(tx: Transaction, purseIds: Iterable<string>): Promise<NewEvent[]> {
  const { rows } = await query<{ purse: PurseShape }>(
    tx,
    { purse: 'json' },
    sql`select ${purseJson} as purse from purses where purses.id = any(${uuidArray(purseIds)})
      and purses.removed_at is null order by purses.id`,
  )
  return rows.map(({ purse: { id: purseId, projectId, ...purse } }) => ({
    name: 'purse-changed',
    projectId,
    purseId,
    purse,
  }))
}
