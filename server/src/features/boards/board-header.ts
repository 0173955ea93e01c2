import { sql } from 'drizzle-orm'
import type { BoardHeader } from '#contract/board/compact-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { idsOf } from '#server/cards/hidden-cards.ts'
import type { ModelHider } from '#server/cards/hide-models.ts'
import { modelNameOf } from '#server/cards/present-generation.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readPurses } from '../purses/purse-rows.ts'
import { readBoardItems } from './board-items.ts'

/** The stored parts of a header. */
type StoredHeader = Pick<BoardHeader, 'projectId' | 'seq' | 'count' | 'sheets' | 'frames' | 'notes' | 'purses'> & {
  /** Milliseconds since 1970. */
  readonly sinceMs: number
  /** The `value`s of the models. */
  readonly models: readonly string[]
}

/** The first line of a board. @param aliases Replace the models that races hide. */
export const presentHeader = (
  registry: ModelRegistry,
  { sinceMs, models, ...header }: StoredHeader,
  aliases: Iterable<string>,
): BoardHeader => ({
  ...header,
  since: new Date(sinceMs).toISOString(),
  models: [...new Set([...models.flatMap((model) => modelNameOf(model, registry) ?? []), ...aliases])],
})

/** The aliases on a board. */
export const aliasesOf = ({ cards }: ModelHider): string[] => Array.from(cards.values(), ({ alias }) => alias)

type ModelRow = {
  model: string
  cards: number
  /** Whether it made a card whose model is not hidden. */
  is_named: boolean
  since_ms: number
}

/** The header: everything that a board's cards have in common. */
export async function loadBoardHeader(
  db: Querier,
  registry: ModelRegistry,
  { userId, projectId, hider }: { readonly userId: UserId; readonly projectId: string; readonly hider: ModelHider },
): Promise<BoardHeader> {
  const seq = await latestSeq(db, userId)
  const named = hider.cards.size === 0 ? sql`true` : sql`id <> all(${idsOf(hider.cards)})`
  const models = await query<ModelRow>(
    db,
    { model: 'string', cards: 'number', is_named: 'boolean', since_ms: 'number' },
    sql`
    select model, count(*)::int as cards, bool_or(${named}) as is_named, ${milliseconds(sql`min(created_at)`)} as since_ms
    from generations where project_id = ${projectId} and deleted_at is null group by model`,
  )
  const sheets = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from thumbnail_sheets where project_id = ${projectId} and replaced_at is null order by created_at, id`,
  )
  const since = Math.min(...models.rows.map((row) => row.since_ms))
  const stored = {
    projectId,
    seq,
    count: models.rows.reduce((sum, row) => sum + row.cards, 0),
    sinceMs: Number.isFinite(since) ? since : 0,
    models: models.rows.flatMap((row) => (row.is_named ? row.model : [])),
    sheets: sheets.rows.map((row) => row.id),
    ...(await readBoardItems(db, projectId)),
    purses: await readPurses(db, projectId),
  }
  return presentHeader(registry, stored, aliasesOf(hider))
}
