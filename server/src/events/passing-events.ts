import { sql } from 'drizzle-orm'
import type { EphemeralEventName, EventData } from '#contract/events.ts'
import type { Database } from '../db/database.ts'

/** An event that is told to whoever listens at this moment, and never again. */
export type PassingEvent = {
  [Name in EphemeralEventName]: { readonly name: Name } & EventData<Name>
}[EphemeralEventName]

/** Carries the user's id, a space, and the event as JSON. */
export const passingChannel = 'espalier_passing'

/** Tells every process. Nothing is stored: a browser that was away learns what matters from the stored events. */
export async function tellOnce(db: Database, userId: string, event: PassingEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${passingChannel}, ${`${userId} ${JSON.stringify(event)}`})`)
}

/** What a notification on the channel says. */
export function readPassing(payload: string): { userId: string; event: PassingEvent } {
  const end = payload.indexOf(' ')
  return { userId: payload.slice(0, end), event: JSON.parse(payload.slice(end + 1)) as PassingEvent }
}
