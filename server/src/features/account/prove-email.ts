import { and, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

/**
 * Marks an email as proven: its user has opened a link that was sent there. A guest stays one: confirming ends that.
 * @param email The address that the link was sent to, which the user may have changed since.
 */
export async function proveEmail(tx: Transaction, userId: UserId, email: string): Promise<void> {
  const isTheirs = and(eq(users.id, userId), eq(users.email, email), eq(users.isGuest, false))
  await tx.update(users).set({ emailVerified: true }).where(isTheirs)
}
