import { and, asc, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

/**
 * Whether a person runs this server: the first account of it, or one that `npm run admin -- operator` named. On a server with
 * open sign-up the one who sets it up creates the first account.
 */
export async function isOperator(db: SystemDatabase, userId: UserId): Promise<boolean> {
  const [named] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isOperator, true)))
  if (named) return true
  const [first] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isGuest, false))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  return first?.id === userId
}

/** Names a person as one who runs this server, or takes it back. */
export async function setOperator(
  db: SystemDatabase,
  userId: UserId,
  { isOperator: is }: { readonly isOperator: boolean },
): Promise<void> {
  await db.update(users).set({ isOperator: is }).where(eq(users.id, userId))
}
