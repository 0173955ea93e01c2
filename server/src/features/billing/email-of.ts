import { eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

/** The email of an account. */
export async function emailOf(db: Querier, userId: UserId): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error('A signed-in user has an account.')
  return row.email
}
