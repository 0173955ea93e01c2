import { type SQL, sql } from 'drizzle-orm'
import type { SharedChangesShape, SharedFeedbackShape } from '#contract/shared-board.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, SystemDatabase } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readHiddenCards } from '../series/hidden-cards.ts'
import { type OpenShare, shownTitle } from './open-share.ts'
import { readCards, selectNodes } from './shared-card-rows.ts'
import { readSharedItems } from './shared-items.ts'
import { isNarrowed } from './shown-scope.ts'

/** Reading this many cards takes a few milliseconds; after more changes, the board is read again as a whole. */
const mostCards = 500

/**
 * The owner's events that change what a link shows. A card leaves a frame also as it is collapsed, because its center moves.
 */
const seen = ({ scope }: Pick<OpenShare, 'scope'>) => sql`(
  name in ('generation-created', 'generation-deleted', 'generation-restored', 'project-changed', 'frame-changed', 'note-changed')
  or (name = 'generation-changed' and ${scope.kind === 'frame' ? sql`(data ? 'canvasX' or data ? 'isCollapsed')` : sql`data ? 'canvasX'`})
  or (name = 'image-changed' and ${scope.kind === 'starred' ? sql`data ? 'feedback'` : sql`false`})
  or (name = 'image-changed' and data ->> 'status' = 'completed')
  or (name = 'series-changed' and data -> 'hidesNames' = 'true' and data ->> 'winnerImageId' is not null))`

/** The most events that one check for changes scans; the next check continues from there. */
const mostScanned = 200
/** The most events that are read for their content; after more the board is read again as a whole. */
const mostRead = 2_000

/**
 * The owner's events after a version, in order. Written as a range over the index of users and numbers: for a condition on the
 * user alone PostgreSQL scans the numbers of all users, which is long where this owner has rested for a while.
 */
const newEvents = ({ userId }: OpenShare, version: string, most: number): SQL => sql`(
  select seq, project_id, name, data from events
  where (user_id, seq) > (${userId}::uuid, ${version}::bigint) and user_id <= ${userId}::uuid
  order by user_id, seq limit ${sql.raw(String(most))}) as events`

/**
 * Whether what a link shows may have changed since a version, and the current version. One read of the index of events. @param
 * known Left out for the first request.
 */
export async function boardSince(
  db: Querier,
  share: OpenShare,
  known: string | undefined,
): Promise<SharedFeedbackShape['board']> {
  if (known === undefined) return { version: String(await latestSeq(db, share.userId)), isChanged: false }
  const { rows } = await query<{ newest: string | null; changed: boolean | null }>(
    db,
    { newest: 'string', changed: 'boolean' },
    sql`
    select max(seq) as newest, bool_or(project_id = ${share.projectId} and ${seen(share)}) as changed
    from ${newEvents(share, known, mostScanned)}`,
  )
  const [row] = rows
  return { version: row?.newest ?? known, isChanged: row?.changed ?? false }
}

type TouchedRow = { seq: string; id: string | null; is_race: boolean; is_item: boolean; is_seen: boolean }

/** The cards that changed since, and whether frames or notes did; null where the change is not one of single cards, as when a race names its models. */
async function touchedSince(
  db: Querier,
  share: OpenShare,
  known: string,
): Promise<{ version: string; touched: ReadonlySet<string> | null; hasItems: boolean }> {
  const { rows } = await query<TouchedRow>(
    db,
    { seq: 'string', id: 'string', is_race: 'boolean', is_item: 'boolean', is_seen: 'boolean' },
    sql`
    select seq, name = 'series-changed' as is_race, name in ('frame-changed', 'note-changed') as is_item,
      coalesce(ids.id, data ->> 'generationId') as id,
      coalesce(project_id = ${share.projectId} and ${seen(share)}, false) as is_seen
    from ${newEvents(share, known, mostRead)}
    left join lateral jsonb_array_elements_text(data -> 'ids') ids(id) on true order by seq`,
  )
  const version = rows.at(-1)?.seq ?? known
  const changes = rows.filter((row) => row.is_seen)
  const touched = new Set(changes.flatMap(({ id }) => id ?? []))
  const isTooMuch = rows.length >= mostRead || touched.size > mostCards || changes.some((row) => row.is_race)
  return { version, touched: isTooMuch ? null : touched, hasItems: changes.some((row) => row.is_item) }
}

/** The changes of what a link shows since a version of at most a day ago: new and changed cards, and those that are gone. */
export function readChanges(
  { system, registry }: { readonly system: SystemDatabase; readonly registry: ModelRegistry },
  share: OpenShare,
  known: string,
): Promise<SharedChangesShape> {
  return readSnapshot(system, async (tx) => {
    const { version, touched, hasItems } = await touchedSince(tx, share, known)
    const title = shownTitle(share)
    // A card that has left a frame is nowhere named as one that was in it, and no other id may be: all that is shown is read again.
    const isUnknown = isNarrowed(share) && (hasItems || (touched?.size ?? 0) > 0)
    if (!touched || isUnknown) return { version, title, isTooMuch: true, cards: [], gone: [], items: null }
    const shown = (await selectNodes(tx, share)).filter(({ id }) => touched.has(id))
    const hidden = await readHiddenCards(tx, share)
    const cards = await readCards(tx, shown, { share, registry, hidden })
    const there = new Set(cards.map(({ id }) => id))
    // Nothing of the rest of the project is revealed, not even an id.
    const wereShown = await selectNodes(tx, share, sql`true`)
    const gone = wereShown.flatMap(({ id }) => (touched.has(id) && !there.has(id) ? [id] : []))
    return { version, title, isTooMuch: false, cards, gone, items: hasItems ? await readSharedItems(tx, share) : null }
  })
}
