import type { EventData } from '#contract/events.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Transaction } from '#server/db/database.ts'
import { appendEvents } from '../../events/append-events.ts'

/** Lets the user's open pages read a list again, in the transaction that has changed it. Nothing may be locked afterwards. */
export async function noteWordsChanged(
  tx: Transaction,
  userId: UserId,
  kind: EventData<'words-changed'>['kind'],
): Promise<void> {
  await appendEvents(tx, userId, [{ name: 'words-changed', kind }])
}
