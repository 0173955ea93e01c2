import { sql } from 'drizzle-orm'
import type { BoardHeader } from '#contract/board/compact-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { hasOpenRace } from '#server/cards/hidden-cards.ts'
import { type HidingDeps, nothingHidden, readModelHider } from '#server/cards/hide-models.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
import { statement } from '../../db/statement.ts'
import { newestSeq } from '../../events/latest-seq.ts'
import { readPurses } from '../purses/purse-rows.ts'
import { type BoardRow, boardRows, createCardWriter, modelOfKind } from './board-cards.ts'
import { aliasesOf, presentHeader } from './board-header.ts'
import { framesJson, notesJson } from './board-items.ts'

type SmallBoard = { readonly userId: UserId; readonly projectId: string; readonly maxCards: number }

/** The input of the header. */
type HeaderCells = Pick<BoardHeader, 'seq' | 'count' | 'models' | 'frames' | 'notes'> & {
  readonly since_ms: number
  readonly sheet_ids: string[]
  readonly has_open_race: boolean
  readonly has_purses: boolean
}

/** A card where there is one. The first row alone has the header: hundreds of notes are not sent with each card. */
type SmallBoardRow = Omit<BoardRow, 'id'> & { id: string | null; header: HeaderCells | null }

/** The cards are left out where there are more than requested: the index counts them, and another statement reads them. */
const smallBoard = statement<SmallBoardRow, SmallBoard>(
  {
    parent_generation_id: 'string',
    parent_image_id: 'string',
    kind: 'string',
    head: 'string',
    tail: 'string',
    extras: 'string',
    sheet_id: 'string',
    sheet_slot: 'number',
    slots: 'json',
    header: 'json',
    id: 'string',
  },
  ['userId', 'projectId', 'maxCards'],
  ({ userId, projectId, maxCards }) => sql`
    with header as materialized (
      select count(*)::int as count,
        coalesce(${milliseconds(sql`min(created_at)`)}, 0) as since_ms,
        coalesce(array_agg(distinct model), '{}') as models,
        ${newestSeq(userId)} as seq,
        ${hasOpenRace(sql`project_id = ${projectId}`)} as has_open_race,
        ${framesJson(sql`${projectId}`)} as frames, ${notesJson(sql`${projectId}`)} as notes,
        exists(select 1 from purses where project_id = ${projectId} and removed_at is null) as has_purses,
        array(select id from thumbnail_sheets where project_id = ${projectId} and replaced_at is null
          order by created_at, id) as sheet_ids
      from (select created_at, model from generations where project_id = ${projectId} and deleted_at is null
        limit ${maxCards}::int + 1) few
    )
    select case when row_number() over () = 1 then row_to_json(header) end as header, rows.*
    from header left join lateral (${boardRows(sql`header.since_ms`, {
      where: sql`cards.project_id = ${projectId} and header.count <= ${maxCards}`,
      order: sql`order by cards.created_at, cards.id`,
    })}) rows on true`,
)

/** The header of a board and all its cards, from one snapshot; null where there are more cards than requested. */
export async function readSmallBoard(
  deps: HidingDeps,
  { userId, projectId, maxCards }: SmallBoard,
): Promise<string | null> {
  const { db, registry } = deps
  const rows = await smallBoard(db, { userId, projectId, maxCards })
  const first = rows[0]?.header
  if (!first || first.count > maxCards) return null
  const cards = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]))
  // Read after the cards: a race that began meanwhile has none of them.
  const hider = first.has_open_race ? await readModelHider(deps, { userId, projectId }) : nothingHidden
  // Most boards have none. As a part of the statement above, purses took a sixth of its time.
  const purses = first.has_purses ? await readPurses(db, projectId) : []
  const { count, since_ms: sinceMs, sheet_ids: sheets, frames, notes } = first
  const named = cards.filter(({ id }) => !hider.cards.has(id))
  const models = hider.cards.size === 0 ? first.models : named.map(({ kind }) => modelOfKind(kind))
  const stored = { projectId, seq: first.seq, count, sinceMs, models, sheets, frames, notes, purses }
  const header = presentHeader(registry, stored, aliasesOf(hider))
  return `${JSON.stringify(header)}\n${createCardWriter({ registry, header, hider }).lineOf(cards)}`
}
