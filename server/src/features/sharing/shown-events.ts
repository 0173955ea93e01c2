import { type SQL, sql } from 'drizzle-orm'
import type { EventData, StoredEventName } from '#contract/events.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import type { OpenShare } from './open-share.ts'

/** Reading this many cards takes a few milliseconds; after more changes, the board is read again as a whole. */
const maxCards = 500

type Seeing = Pick<OpenShare, 'scope' | 'showsPrompts'>

/** The fields that an event carries beside the ids of what it is about. */
type Changed<Name extends StoredEventName> = Exclude<
  keyof EventData<Name>,
  'seq' | 'projectId' | 'generationId' | 'imageId'
>
type Condition = boolean | SQL

/**
 * The fields of a changed card that a link shows. Each field of the event has to be listed: one that is forgotten would leave readers
 * with the card from before. A card leaves a frame also as it is collapsed, because its center moves.
 */
const cardFields = ({ scope, showsPrompts }: Seeing): Record<Changed<'generation-changed'>, Condition> => ({
  // Of the images, which have events of their own.
  status: false,
  isCollapsed: scope.kind === 'frame',
  canvasX: true,
  canvasY: true,
  prompt: showsPrompts,
})

/** The fields of a changed image that a link shows, which is one that is finished: all but the feedback are in the event of its end. */
const imageFields = ({ scope }: Seeing): Record<Changed<'image-changed'>, Condition> => ({
  status: sql`data ->> 'status' = 'completed'`,
  feedback: scope.kind === 'starred',
  imageUrl: false,
  width: false,
  height: false,
  averageColor: false,
  seed: false,
  attempt: false,
  error: false,
  warnings: false,
  sensitive: false,
})

/** The condition that an event has a field that a link shows. */
const hasField = (fields: Record<string, Condition>): Condition => {
  const conditions = Object.entries(fields).flatMap(([field, condition]) => {
    if (condition === false) return []
    return [condition === true ? sql`data ? ${sql.raw(`'${field}'`)}` : condition]
  })
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : false
}

/** The owner's events that change what a link shows, by their names. */
const eventsSeen = (share: Seeing): Record<StoredEventName, Condition> => {
  const items = share.scope.kind === 'project' || share.scope.kind === 'frame'
  return {
    'generation-created': true,
    'generation-changed': hasField(cardFields(share)),
    'generation-deleted': true,
    'generation-restored': true,
    'image-changed': hasField(imageFields(share)),
    'project-changed': true,
    'frame-changed': items,
    'note-changed': items,
    // A race names its models.
    'series-changed': sql`(data -> 'hidesNames' = 'true' and data ->> 'winnerImageId' is not null)`,
    'purse-changed': false,
    'review-changed': false,
    'assistant-changed': false,
    'words-changed': false,
    'credits-changed': false,
    'descriptions-changed': false,
  }
}

/** The condition that an event changes what a link shows. */
const seen = (share: Seeing): SQL => {
  const conditions = Object.entries(eventsSeen(share)).flatMap(([name, condition]) => {
    if (condition === false) return []
    const isNamed = sql`name = ${sql.raw(`'${name}'`)}`
    return [condition === true ? isNamed : sql`(${isNamed} and ${condition})`]
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

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
