import { sql } from 'drizzle-orm'
import type { EventData, StoredEventName } from '#contract/events.ts'
import type { Transaction } from '../db/database.ts'

/** An event before it has its number. */
export type NewEvent = {
  [Name in StoredEventName]: { readonly name: Name } & Omit<EventData<Name>, 'seq'>
}[StoredEventName]

export const eventChannel = 'espalier_events'

/**
 * Stores events of one user in the transaction that causes them, and wakes every process's followers when it commits.
 * Must be the transaction's last statements: the user's lock is held until the commit, so that numbers become visible in
 * order (an identity alone is drawn in another order than transactions commit).
 */
export async function appendEvents(tx: Transaction, userId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 1))`)
  const rows = events.map(({ name, ...data }) => ({ name, projectId: data.projectId, data }))
  await tx.execute(sql`
    with added as (
      insert into events (user_id, project_id, name, data)
      select ${userId}::uuid, (event->>'projectId')::uuid, event->>'name', event->'data'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as list(event, place)
      order by place
      returning seq
    )
    select pg_notify(${eventChannel}, ${userId} || ':' || max(seq)) from added`)
}
