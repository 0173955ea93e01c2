import { sql } from 'drizzle-orm'
import type { EventData, StoredEventName } from '#contract/events.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import { lockSeeds } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/database.ts'

/** An event before it has its number. */
export type NewEvent = {
  [Name in StoredEventName]: { readonly name: Name } & Omit<EventData<Name>, 'seq'>
}[StoredEventName]

export const eventChannel = 'espalier_events'

/** The lock under which a user's events are numbered; held until the transaction ends. */
const eventLock = (userId: UserId) => sql`pg_advisory_xact_lock(hashtextextended(${userId}, ${lockSeeds.events}))`

/** Takes the lock early, where the events to append depend on what other transactions of the user have appended. */
export async function lockEvents(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`select ${eventLock(userId)}`)
}

/**
 * Stores events of one user in the transaction that causes them, and wakes the followers of every process when it commits. Takes
 * the user's lock before a number is drawn (the rows are joined with it), so that numbers become visible in order: an identity
 * alone is drawn in another order than transactions commit. Nothing may be locked afterwards. @returns The number of the last
 * one; null for none.
 */
export async function appendEvents(
  tx: Transaction,
  userId: UserId,
  events: readonly NewEvent[],
): Promise<number | null> {
  if (events.length === 0) return null
  const rows = events.map(({ name, ...data }) => ({
    name,
    projectId: 'projectId' in data ? data.projectId : null,
    data,
  }))
  const added = await query<{ seq: string; notified: string }>(
    tx,
    { seq: 'string', notified: 'string' },
    sql`
    with locked as materialized (select ${eventLock(userId)}),
    added as (
      insert into events (user_id, project_id, name, data)
      select ${userId}::uuid, (event->>'projectId')::uuid, event->>'name', event->'data'
      from locked, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as list(event, place)
      order by place
      returning seq
    )
    select max(seq) as seq, pg_notify(${eventChannel}, ${userId} || ':' || max(seq)) as notified from added`,
  )
  return Number(added.rows[0]?.seq)
}
