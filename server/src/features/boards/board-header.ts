import { sql } from 'drizzle-orm'
import type { BoardHeader } from '#contract/compact-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

/** The stored parts of a header. */
type StoredHeader = Pick<BoardHeader, 'projectId' | 'seq' | 'count' | 'sheets'> & {
  /** Milliseconds since 1970. */
  readonly sinceMs: number
  /** The `value`s of the models. */
  readonly models: readonly string[]
}

/** The first line of a board. */
export const presentHeader = (registry: ModelRegistry, { sinceMs, models, ...header }: StoredHeader): BoardHeader => ({
  ...header,
  since: new Date(sinceMs).toISOString(),
  models: [...new Set(models.map((model) => registry.find(model)?.name ?? model))],
})

type ModelRow = { model: string; cards: number; since_ms: number }

/** What a board's cards have in common. */
export async function loadBoardHeader(
  db: Querier,
  registry: ModelRegistry,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
): Promise<BoardHeader> {
  const seq = await latestSeq(db, userId)
  const models = await query<ModelRow>(
    db,
    { model: 'string', cards: 'number', since_ms: 'number' },
    sql`
    select model, count(*)::int as cards, ${milliseconds(sql`min(created_at)`)} as since_ms
    from generations where project_id = ${projectId} and deleted_at is null group by model`,
  )
  const sheets = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from thumbnail_sheets where project_id = ${projectId} and replaced_at is null order by created_at, id`,
  )
  const since = Math.min(...models.rows.map((row) => row.since_ms))
  return presentHeader(registry, {
    projectId,
    seq,
    count: models.rows.reduce((sum, row) => sum + row.cards, 0),
    sinceMs: Number.isFinite(since) ? since : 0,
    models: models.rows.map((row) => row.model),
    sheets: sheets.rows.map((row) => row.id),
  })
}
