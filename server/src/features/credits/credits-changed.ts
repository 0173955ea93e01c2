import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import type { NewEvent } from '../../events/append-events.ts'
import { heldAmount } from './credit-rows.ts'

/** The event with a user's current credits. */
export async function creditsChanged(tx: Transaction, userId: UserId): Promise<NewEvent> {
  const { rows } = await query<{ available: string }>(
    tx,
    { available: 'string' },
    sql`
    select coalesce(sum(remaining), 0) as available from credit_lots
    where user_id = ${userId} and remaining > 0 and (expires_at is null or expires_at > now())`,
  )
  return { name: 'credits-changed', available: Number(rows[0]?.available), held: await heldAmount(tx, userId) }
}
