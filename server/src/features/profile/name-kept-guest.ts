import { and, eq, sql } from 'drizzle-orm'
import { isGuestUsername } from '#domain/account/guest.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { usernameCandidates } from '#domain/profile/username.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { isTaken } from '../../db/database-error.ts'
import { users } from '../../db/schema/accounts.ts'
import { profiles } from '../../db/schema/profiles.ts'

/**
 * Gives the profile of a guest who has signed up the account's first name, and a username from its email, unless the guest has
 * chosen one. Changes nothing for other accounts.
 */
export async function nameKeptGuest(db: SystemDatabase, userId: UserId): Promise<void> {
  const [known] = await db
    .select({ email: users.email, firstName: users.firstName, username: profiles.username })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  if (!known || !isGuestUsername(known.username)) return
  for (const username of usernameCandidates(known.email, userId)) {
    try {
      await db
        .update(profiles)
        .set({ username, firstName: known.firstName, updatedAt: sql`now()` })
        .where(and(eq(profiles.userId, userId), eq(profiles.username, known.username)))
      return
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
}
