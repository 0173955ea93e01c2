import { eq, sql } from 'drizzle-orm'
import type { ProfileBody, ProfileShape } from '#contract/account/profile.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { isTaken } from '../../db/database-error.ts'
import { users } from '../../db/schema/accounts.ts'
import { profiles } from '../../db/schema/profiles.ts'
import { keepAccount } from '../account/lock-account.ts'
import { lockProfile, presentProfile } from './profile-rows.ts'

const taken = 'This username is taken.'

/** Changes the given fields of a profile. The first name is also the account's, which the session contains. */
export async function changeProfile(
  db: UserDatabase,
  { userId, body }: { readonly userId: UserId; readonly body: ProfileBody },
): AsyncResult<ProfileShape> {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  try {
    return await refusableTransaction<ProfileShape>(db, async (tx) => {
      const gone = await keepAccount(tx, userId)
      if (gone) return failure(gone)
      const before = await lockProfile(tx, userId)
      const [row = before] = await tx
        .update(profiles)
        .set({ ...given, updatedAt: sql`now()` })
        .where(eq(profiles.userId, userId))
        .returning()
      if (row.firstName !== before.firstName)
        await tx
          .update(users)
          .set({ firstName: row.firstName, name: row.firstName, updatedAt: sql`now()` })
          .where(eq(users.id, userId))
      return success(presentProfile(row))
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    return failure({
      code: 'conflict',
      message: taken,
      data: { issues: [{ path: ['username'], message: taken }] },
    })
  }
}
