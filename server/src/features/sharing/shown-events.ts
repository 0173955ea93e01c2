import { type SQL, sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import type { OpenShare } from './open-share.ts'

/** Reading this many cards takes a few milliseconds; after more changes, the board is read again as a whole. */
const maxCards = 500

/**
 * The owner's events that change what a link shows. A card leaves a frame also as it is collapsed, because its center moves.
 */
const seen = ({ scope }: Pick<OpenShare, 'scope'>) => sql`(
  name in ('generation-created', 'generation-deleted', 'generation-restored', 'project-changed', 'frame-changed', 'note-changed')
  or (name = 'generation-changed' and ${scope.kind === 'frame' ? sql`(data ? 'canvasX' or data ? 'isCollapsed')` : sql`data ? 'canvasX'`})
  or (name = 'image-changed' and ${scope.kind === 'starred' ? sql`data ? 'feedback'` : sql`false`})
  or (name = 'image-changed' and data ->> 'status' = 'completed')
  or (name = 'series-changed' and data -> 'hidesNames' = 'true' and data ->> 'winnerImageId' is not null))`

/** The most events that are read for their content; after more the board is read again as a whole. */
const maxRead = 2_000

/**
 * The owner's events after a version, in order. Written as a range over the index of users and numbers: for a condition on the
 * user alone PostgreSQL scans the numbers of all users, which is long where this owner has rested for a while.
 */
const newEvents = ({ userId }: OpenShare, version: string, max: number): SQL => sql`(
  select seq, project_id, name, data from events
  where (user_id, seq) > (${userId}::uuid, ${version}::bigint) and user_id <= ${userId}::uuid
  order by user_id, seq limit ${sql.raw(String(max))}) as events`

/** The most events that one check for changes scans; the next check continues from there. */
const maxScanned = 200

/** Whether what a link shows may have changed since a version, and the number of the newest event that was scanned. One read of the index of events. */
export async function scanEvents(
  db: Querier,
  share: OpenShare,
  known: string,
): Promise<{ readonly version: string; readonly isChanged: boolean }> {
  const { rows } = await query<{ newest: string | null; changed: boolean | null }>(
    db,
    { newest: 'string', changed: 'boolean' },
    sql`
    select max(seq) as newest, bool_or(project_id = ${share.projectId} and ${seen(share)}) as changed
    from ${newEvents(share, known, maxScanned)}`,
  )
  const [row] = rows
  return { version: row?.newest ?? known, isChanged: row?.changed ?? false }
}

type TouchedRow = { seq: string; id: string | null; is_race: boolean; is_item: boolean; is_seen: boolean }

/** The cards that changed since, and whether frames or notes did; null where the change is not one of single cards, as when a race names its models. */
export async function touchedSince(
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
    from ${newEvents(share, known, maxRead)}
    left join lateral jsonb_array_elements_text(data -> 'ids') ids(id) on true order by seq`,
  )
  const version = rows.at(-1)?.seq ?? known
  const changes = rows.filter((row) => row.is_seen)
  const touched = new Set(changes.flatMap(({ id }) => id ?? []))
  const isTooMuch = rows.length >= maxRead || touched.size > maxCards || changes.some((row) => row.is_race)
  return { version, touched: isTooMuch ? null : touched, hasItems: changes.some((row) => row.is_item) }
}
