import { type SQL, sql } from 'drizzle-orm'
import type { SharedChangesShape, SharedWordsShape } from '#contract/shared-board.ts'
import type { Database, Querier } from '../../db/database.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readHiddenNames } from '../series/hidden-names.ts'
import type { OpenShare } from './open-share.ts'
import { readCards, selectNodes } from './shared-card-rows.ts'

/** A card for each is a few milliseconds; where more has changed, the board is read again as a whole. */
const mostCards = 500

/** Of all that the owner's pages are told, what a link shows otherwise from then on. */
const seen = sql`(
  name in ('generation-created', 'generation-deleted', 'generation-restored', 'project-changed')
  or (name = 'generation-changed' and data ? 'canvasX')
  or (name = 'image-changed' and data ->> 'status' = 'completed')
  or (name = 'series-changed' and data -> 'hidesNames' = 'true' and data ->> 'winnerImageId' is not null))`

const after = ({ userId, projectId }: OpenShare, version: string): SQL =>
  sql`user_id = ${userId} and seq > ${version}::bigint and project_id = ${projectId} and ${seen}`

/**
 * Whether what a link shows may be another than at a version, and which version it is now. One look at the index of events.
 * @param known Left out: it is asked for the first time.
 */
export async function boardSince(
  db: Querier,
  share: OpenShare,
  known: string | undefined,
): Promise<SharedWordsShape['board']> {
  if (known === undefined) return { version: String(await latestSeq(db, share.userId)), isChanged: false }
  const { rows } = await db.execute<{ newest: string; changed: boolean }>(sql`
    select (select coalesce(max(seq), 0) from events where user_id = ${share.userId}) as newest,
      exists (select from events where ${after(share, known)}) as changed`)
  const [row] = rows
  // After a day without events none is kept.
  return { version: String(Math.max(Number(known), Number(row?.newest ?? 0))), isChanged: row?.changed ?? false }
}

type TouchedRow = { id: string | null; is_race: boolean }

/** The cards that were touched since; null where it is not each card's own change, as when a race names its models. */
async function touchedSince(db: Querier, share: OpenShare, version: string): Promise<ReadonlySet<string> | null> {
  const { rows } = await db.execute<TouchedRow>(sql`
    select distinct name = 'series-changed' as is_race, coalesce(ids.id, data ->> 'generationId') as id
    from events left join lateral jsonb_array_elements_text(data -> 'ids') ids(id) on true
    where ${after(share, version)} limit ${mostCards + 1}`)
  if (rows.length > mostCards || rows.some((row) => row.is_race)) return null
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** What has changed of what a link shows since a version of at most a day ago: cards that are new or another, and those that are gone. */
export function readChanges(
  { db, registry }: { readonly db: Database; readonly registry: ModelRegistry },
  share: OpenShare,
  known: string,
): Promise<SharedChangesShape> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local jit = off`)
      const { version } = await boardSince(tx, share, known)
      const title = share.showsPrompts ? share.title : null
      const touched = await touchedSince(tx, share, known)
      if (!touched) return { version, title, isTooMuch: true, cards: [], gone: [] }
      const shown = (await selectNodes(tx, share)).filter(({ id }) => touched.has(id))
      const hidden = await readHiddenNames(tx, share)
      const cards = await readCards(tx, shown, { share, registry, hidden })
      const there = new Set(cards.map(({ id }) => id))
      // Of what lies elsewhere in the project, not even the id is told.
      const wereShown = await selectNodes(tx, share, sql`true`)
      const gone = wereShown.flatMap(({ id }) => (touched.has(id) && !there.has(id) ? [id] : []))
      return { version, title, isTooMuch: false, cards, gone }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
