import { sql } from 'drizzle-orm'
import type { EphemeralEventName, EventData } from '#contract/events.ts'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '#server/db/database.ts'

/** An event that is sent to the streams that are open at this moment, and is not stored. */
export type EphemeralEvent = {
  [Name in EphemeralEventName]: { readonly name: Name } & EventData<Name>
}[EphemeralEventName]

/** Carries the user's id, a space, and the event as JSON. */
export const ephemeralChannel = 'espalier_passing'

/**
 * Sends an ephemeral event to every process. Nothing is stored: a browser that was away learns what matters from the stored
 * events.
 */
export async function broadcast(db: SystemDatabase, userId: UserId, event: EphemeralEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${ephemeralChannel}, ${`${userId} ${JSON.stringify(event)}`})`)
}

/** Parses the payload of a notification on the channel. */
export function readEphemeral(payload: string): { userId: UserId; event: EphemeralEvent } {
  const end = payload.indexOf(' ')
  return { userId: asUserId(payload.slice(0, end)), event: JSON.parse(payload.slice(end + 1)) as EphemeralEvent }
}
